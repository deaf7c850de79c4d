import { createLateCode } from '@fridge/shared-ui';

export const lateAes = createLateCode(() => import('./aes.ts'));
export const lateHmac = createLateCode(() => import('./hmac.ts'));
