import { specifiedWindows } from '@fridge/shared-contracts';
import type { RuntimeSettings } from '@fridge/shared-contracts/page';

/** Settings for tests, on origins that don't exist. */
export const testSettings: RuntimeSettings = {
  apiBase: 'https://api.test',
  signing: { signer: 'hmac-sha256', key: 'a-key-for-tests-0' },
  reportLinkKey: '0123456789abcdef',
  reportLinkKeysAccepted: [],
  activity2023: { isDirect: 'q7', getNewAnswer: 'w8', AnswerQuestion: 'e9' },
  downloadPage: 'https://app.test/download',
  appLink: null,
  couponPage: 'https://coupon.test/take',
  couponTitle: '领券',
  shopPage: 'https://shop.test/',
  allowedOrigins: ['https://app.test'],
  remoteOrigins: ['https://remote.test'],
  tracking: { enabled: false, endpoint: null, analytics: null },
  windows: specifiedWindows,
};
