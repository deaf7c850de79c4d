import { demonstrationSettings } from '../demo/demo-settings.ts';
import { defaultSettings } from '../documents/settings/default-settings.ts';
import type { ServerSettings } from '../documents/settings/server-settings.ts';

/** The settings of a demonstration on the usual ports, started at noon of the campaign. */
export const testSettings: ServerSettings = {
  ...defaultSettings({
    PUBLIC_HOST_ORIGIN: 'http://localhost:4170',
    PUBLIC_API_ORIGIN: 'http://localhost:4180',
    SIGNER: 'hmac-sha256',
    SIGNING_KEY: 'the signing key of the tests',
    REPORT_LINK_KEY: 'fridge-report-16',
    REPORT_LINK_KEYS_ACCEPTED: [],
  }),
  ...demonstrationSettings('http://localhost:4190', Date.parse('2023-08-01T10:00:00+08:00')),
  remoteOrigins: [4171, 4172, 4173, 4174].map((port) => `http://localhost:${port}`),
};
