import { parseInstant } from '@fridge/shared-contracts';
import { demonstrationSettings } from '@fridge/server/demo/demo-settings';
import { demoKeys } from '@fridge/server/keys/key-variables';
import { defaultSettings } from '@fridge/server/settings/default-settings';
import type { ServerSettings } from '@fridge/server/settings/server-settings';
import { originOf, type PortPlan } from './ports.ts';

/** @param businessStart first start of the server's business clock, ISO; `null` in real time */
export function demonstrationDefaults(ports: PortPlan, businessStart: string | null): ServerSettings {
  return {
    ...defaultSettings({
      PUBLIC_HOST_ORIGIN: originOf(ports.host),
      PUBLIC_API_ORIGIN: originOf(ports.server),
      SIGNER: 'hmac-sha256',
      ...demoKeys,
      REPORT_LINK_KEYS_ACCEPTED: [],
    }),
    ...demonstrationSettings(originOf(ports.companionApp), businessStart === null ? null : parseInstant(businessStart)),
    remoteOrigins: Object.values(ports.remotes).map(originOf),
  };
}
