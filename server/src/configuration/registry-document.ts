import { emptyRegistry, registryFaults } from '../registry/registry-document.ts';
import { takeOverRegistry } from '../registry/take-over.ts';
import type { DocumentKind } from './documents.ts';

/** Which remotes there are, on or off, at which release. */
export const registryDocument: DocumentKind = {
  faultsOf: registryFaults,
  first: () => emptyRegistry,
  takeOver: async (former, transaction) => (await takeOverRegistry(former, transaction)) ?? former,
};
