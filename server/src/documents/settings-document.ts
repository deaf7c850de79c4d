import { isRecord } from '@fridge/shared-contracts/page';
import { defaultSettings } from './settings/default-settings.ts';
import { knownNames, readOwnSettings } from './settings/own-settings.ts';
import type { ServerSettings } from './settings/server-settings.ts';
import { documentText, type DocumentKind } from './documents.ts';
import { secretFields } from './secret-fields.ts';

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
  faultsOf(document) {
    if (!isRecord(document)) return ['the whole document: an object'];
    const secrets = secretFields(document);
    const { wrong } = readOwnSettings(documentText(document), complete, knownNames(null, complete));
    return [
      ...secrets.map((path) => `${path}: keys come from the environment, never from a document`),
      ...wrong
        .filter((line) => !secrets.some((path) => line.startsWith(`${path}:`)))
        .map((line) => line.replace(/ but received .*$/s, '')),
    ];
  },
  first: () => ({}),
};
