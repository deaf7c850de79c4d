import type { Configuration } from '../configuration.ts';
import type { Version } from '../documents.ts';
import { parseJson } from '../../storage/text.ts';
import type { Log } from '../../log/log.ts';
import type { RegistryFollower } from '../../releases/registry/follow-registry.ts';
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
  registry: Pick<RegistryFollower, 'current'>;
  log: Log;
};

/** The settings in force: the `settings` document over the defaults. */
export function openSettings(defaults: ServerSettings, { configuration, registry, log }: SettingsParts): LiveSettings {
  let own = defaults;
  const check = (text: string) =>
    readOwnSettings(parseJson(text), defaults, knownNames(registry.current().registry, defaults));
  const lay = ({ document, serial }: Version): void => {
    const { settings, wrong, doubtful } = check(document);
    if (wrong.length > 0) log.warn({ event: 'settingsRefused', serial, problems: wrong.map(pathOf) });
    if (doubtful.length > 0) log.warn({ event: 'settingsDoubtful', serial, problems: doubtful.map(pathOf) });
    own = settings ?? own;
  };
  lay(configuration.current('settings'));
  const close = configuration.subscribe('settings', lay);
  return { current: () => own, check, close };
}

/** Logs name fields, not values; `ops settings check` tells more. */
const pathOf = (problem: string): string => problem.split(':', 1)[0] ?? '';
