import { isRecord } from '@fridge/shared-contracts/host';
import type { DocumentKind } from './documents.ts';

/** Which remotes there are, on or off, at which release (architecture, "The registry"). */
export const registryDocument: DocumentKind = {
  faultsOf: (document) =>
    isRecord(document) && document['version'] === 2 && isRecord(document['remotes'])
      ? []
      : ['the whole document: {"version": 2, "remotes": {…}}'],
  first: () => ({ version: 2, remotes: {} }),
};
