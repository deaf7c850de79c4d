import type { Clock } from './clock.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { Queries } from './database/database.ts';
import type { Environment } from './environment.ts';
import type { CloudKeys } from './keys/cloud-keys.ts';
import type { Log } from './log.ts';
import type { ServerSettings } from './server-settings.ts';
import type { PictureStorage } from './picture-storage.ts';

export interface Services {
  readonly environment: Environment;
  readonly queries: Queries;
  readonly probes: Queries;
  readonly clock: Clock;
  readonly cloudKeys: CloudKeys;
  readonly settings: { current(): ServerSettings };
  readonly configuration: Configuration;
  readonly storage: PictureStorage;
  readonly log: Log;
}
