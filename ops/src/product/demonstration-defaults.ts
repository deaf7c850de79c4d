import { parseInstant } from '@fridge/shared-contracts';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { demonstrationSettings } from '@fridge/server/demo/demo-settings';
import { defaultSettings } from '@fridge/server/settings/default-settings';
import { originOf, type PortPlan } from './ports.ts';

/** Public, since they are in pages and links (domain, "Signing"). */
export const demonstrationKeys = {
  signing: 'fridge-demo-signing-key-2023',
  reportLink: 'fridge-report-16',
} as const;

/** `DEMO_CLOCK` sets another start, or real time if empty. */
export const DEFAULT_DEMO_CLOCK = '2023-08-01T10:00:00+08:00';

/** @param businessStart first start of the server's business clock, ISO; `null` in real time */
export function demonstrationDefaults(ports: PortPlan, businessStart: string | null): RuntimeSettings {
  return {
    ...defaultSettings({
      PUBLIC_HOST_ORIGIN: originOf(ports.host),
      PUBLIC_API_ORIGIN: originOf(ports.server),
      SIGNER: 'hmac-sha256',
      SIGNING_KEY: demonstrationKeys.signing,
      REPORT_LINK_KEY: demonstrationKeys.reportLink,
    }),
    ...demonstrationSettings(originOf(ports.companionApp), businessStart === null ? null : parseInstant(businessStart)),
    remoteOrigins: Object.values(ports.remotes).map(originOf),
  };
}
