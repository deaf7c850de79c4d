import { defaultSettings } from './settings/default-settings.ts';
import { knownNames, readOwnSettings } from './settings/own-settings.ts';
import type { ServerSettings } from './settings/server-settings.ts';
import type { DocumentKind } from './documents.ts';

/** Any complete settings do: each field of a document is checked for itself. */
const complete: ServerSettings = defaultSettings({
  PUBLIC_HOST_ORIGIN: 'https://host.example',
  PUBLIC_API_ORIGIN: 'https://api.example',
  SIGNER: 'hmac-sha256',
  SIGNING_KEY: 'only for the check',
  REPORT_LINK_KEY: '0123456789abcdef',
  REPORT_LINK_KEYS_ACCEPTED: [],
});

/** What differs from the default settings. A field without effect is no fault. */
export const settingsDocument: DocumentKind = {
  faultsOf: (document) => readOwnSettings(document, complete, knownNames(null, complete)).wrong,
  initial: {},
};
