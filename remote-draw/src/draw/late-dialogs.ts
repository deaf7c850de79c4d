import { createLateCode } from '@fridge/shared-ui';

/** What a tap leads to, loaded beside the first screen. No draw is made before its result can be told. */
export const lateDialogs = createLateCode(() => import('./dialogs.ts'));
