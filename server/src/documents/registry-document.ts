import { emptyRegistry, registryFaults } from '../releases/registry/registry-document.ts';
import type { DocumentKind } from './documents.ts';

/** Which remotes there are, on or off, at which release. */
export const registryDocument: DocumentKind = {
  faultsOf: registryFaults,
  initial: emptyRegistry,
};
