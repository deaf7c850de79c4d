import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import type { Clock } from '../clock.ts';
import { loadDemonstration } from '../demonstration.ts';
import type { Environment } from '../environment.ts';
import type { Log } from '../log.ts';
import type { RegistryFollower } from '../registry/follow-registry.ts';
import { defaultSettings } from './default-settings.ts';
import { followFile } from './follow-file.ts';
import { knownNames, readOwnSettings } from './own-settings.ts';

export type LiveSettings = { current(): RuntimeSettings; close(): void };

/**
 * The settings in force: what operators wrote over the defaults, and the origins of all registered releases. An edit
 * counts within a second; a broken or missing file leaves the last good settings in force.
 */
export async function openSettings(
  environment: Environment,
  clock: Clock,
  registry: Pick<RegistryFollower, 'current' | 'origins'>,
  log: Log,
): Promise<LiveSettings> {
  const defaults = await layDefaults(environment, clock);
  let doubtful: readonly string[] = [];
  const own = followFile<RuntimeSettings>(environment.SETTINGS_FILE, {
    initial: defaults,
    parse(text) {
      const names = knownNames(registry.current().registry, defaults);
      const read = readOwnSettings(text, defaults, names);
      if (read.settings === null) throw new Error(read.wrong.map(pathOf).join(', '));
      ({ doubtful } = read);
      return read.settings;
    },
    onChange(problem) {
      if (problem !== null) return log.warn({ event: 'settingsRefused', problem });
      log.info({ event: 'settingsRead' });
      if (doubtful.length > 0) log.warn({ event: 'settingsDoubtful', problems: doubtful.map(pathOf) });
    },
  });
  const current = withRegisteredOrigins(own.current, registry.origins);
  return { current, close: own.close };
}

/** Logs name fields, not values; `ops settings check` tells more. */
const pathOf = (problem: string): string => problem.split(':', 1)[0] ?? '';

/** The demonstration's defaults are laid over the program's. */
async function layDefaults(environment: Environment, { businessStart }: Clock): Promise<RuntimeSettings> {
  const defaults = defaultSettings(environment);
  const demonstration = await loadDemonstration(environment);
  if (demonstration === null || environment.COMPANION_APP_ORIGIN === undefined) return defaults;
  return { ...defaults, ...demonstration.demonstrationSettings(environment.COMPANION_APP_ORIGIN, businessStart) };
}

/** Recomputed when either changes, which makes a new object. */
function withRegisteredOrigins(own: () => RuntimeSettings, registered: () => readonly string[]): () => RuntimeSettings {
  let last: { settings: RuntimeSettings; origins: readonly string[]; result: RuntimeSettings } | null = null;
  return () => {
    const now = { settings: own(), origins: registered() };
    if (last === null || last.settings !== now.settings || last.origins !== now.origins)
      last = { ...now, result: { ...now.settings, remoteOrigins: remoteOriginsOf(now.settings, now.origins) } };
    return last.result;
  };
}

/** What operators added, and where registered releases come from: a registered release can't drop out. */
export const remoteOriginsOf = (
  { remoteOrigins }: Pick<RuntimeSettings, 'remoteOrigins'>,
  registered: readonly string[],
): string[] => [...new Set([...remoteOrigins, ...registered])];
