import type { Configuration } from '../configuration/configuration.ts';
import type { Version } from '../configuration/documents.ts';
import type { Log } from '../log.ts';
import type { RegistryFollower } from '../registry/follow-registry.ts';
import { knownNames, type OwnSettings, readOwnSettings } from './own-settings.ts';
import type { ServerSettings } from './server-settings.ts';

export type LiveSettings = {
  current(): ServerSettings;
  /** What a document's text would be over the defaults, beside the releases registered now. */
  check(text: string): OwnSettings;
  close(): void;
};

type SettingsParts = {
  configuration: Configuration;
  registry: Pick<RegistryFollower, 'current' | 'origins'>;
  log: Log;
};

/**
 * The settings in force: the `settings` document over the defaults, and the origins of all registered releases.
 */
export function openSettings(defaults: ServerSettings, { configuration, registry, log }: SettingsParts): LiveSettings {
  let own = defaults;
  const check = (text: string) => readOwnSettings(text, defaults, knownNames(registry.current().registry, defaults));
  const lay = ({ document, serial }: Version): void => {
    const { settings, wrong, doubtful } = check(document);
    if (wrong.length > 0) log.warn({ event: 'settingsRefused', serial, problems: wrong.map(pathOf) });
    if (doubtful.length > 0) log.warn({ event: 'settingsDoubtful', serial, problems: doubtful.map(pathOf) });
    own = settings ?? own;
  };
  lay(configuration.current('settings'));
  const close = configuration.subscribe('settings', lay);
  const current = withRegisteredOrigins(() => own, registry.origins);
  return { current, check, close };
}

/** Logs name fields, not values; `ops settings check` tells more. */
const pathOf = (problem: string): string => problem.split(':', 1)[0] ?? '';

/** Recomputed when either changes, which makes a new object. */
function withRegisteredOrigins(own: () => ServerSettings, registered: () => readonly string[]): () => ServerSettings {
  let last: { settings: ServerSettings; origins: readonly string[]; result: ServerSettings } | null = null;
  return () => {
    const now = { settings: own(), origins: registered() };
    if (last === null || last.settings !== now.settings || last.origins !== now.origins)
      last = { ...now, result: { ...now.settings, remoteOrigins: remoteOriginsOf(now.settings, now.origins) } };
    return last.result;
  };
}

/** What operators added, and where registered releases come from: a registered release can't drop out. */
export const remoteOriginsOf = (
  { remoteOrigins }: Pick<ServerSettings, 'remoteOrigins'>,
  registered: readonly string[],
): string[] => [...new Set([...remoteOrigins, ...registered])];
