import { emptyRegistry, registryFaults } from '../releases/registry/registry-document.ts';
import type { DocumentKind, DocumentName } from './documents.ts';
import { drawDocument } from '../activities/draw/draw-document.ts';
import { grantsDocument } from '../activities/campaign/grants-document.ts';
import { settingsDocument } from './settings/own-settings.ts';
import { teamsDocument } from './teams-document.ts';

/** How each document is checked, where its first version comes from, and which tables it writes. */
export const documentKinds: Readonly<Record<DocumentName, DocumentKind>> = {
  registry: { faultsOf: registryFaults, initial: emptyRegistry },
  settings: settingsDocument,
  draw: drawDocument,
  grants: grantsDocument,
  teams: teamsDocument,
};
