import { createLateCode } from '@fridge/shared-ui';

/** The ciphers, each once on the page whoever asks for it. */
export const lateAes = createLateCode(() => import('./aes.ts'));
export const lateHmac = createLateCode(() => import('./hmac.ts'));
