import { copy as contestPageWords } from '../remote-contest/src/copy.ts';
import { sampleCopy } from '../remote-contest/src/screens/detail/sample/sample-copy.ts';

/** The words that stories look for, from the same copy that the pages are built from. */
export { copy as hostWords } from '../host/src/copy.ts';
export { copy as campaignWords } from '../remote-campaign2023/src/copy.ts';
export { copy as drawWords } from '../remote-draw/src/copy.ts';
export { copy as reportWords } from '../remote-yearreport/src/copy.ts';
/** The contest's, with its sample's. */
export const contestWords = { ...contestPageWords, ...sampleCopy } as const;
export { words as previewWords } from '../server/src/releases/previews/preview-words.ts';
export { copy as serverWords, giftCopy as giftWords } from '../server/src/edge/copy.ts';
export { copy as appWords } from '../companion-app/src/copy.ts';
export { commonCopy as commonWords, fill } from '@fridge/shared-contracts';
export { product as productNames } from '@fridge/shared-contracts/page';
