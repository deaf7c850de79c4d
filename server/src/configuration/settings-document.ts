import { isRecord } from '@fridge/shared-contracts/host';
import type { DocumentKind } from './documents.ts';
import { secretFields, withoutSecrets } from './secret-fields.ts';

/** What differs from the default settings. */
export const settingsDocument: DocumentKind = {
  faultsOf(document) {
    if (!isRecord(document)) return ['the whole document: an object'];
    return secretFields(document).map((path) => `${path}: keys come from the environment, never from a document`);
  },
  first: () => ({}),
  takeOver: withoutSecrets,
};
