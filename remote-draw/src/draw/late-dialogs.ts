import { createLateCode } from '@fridge/shared-ui';

/**
 * What a tap leads to, loaded with it or once the draws left are counted. No draw is made before its result can be
 * told.
 */
export const lateDialogs = createLateCode(() => import('./dialogs.ts'));
