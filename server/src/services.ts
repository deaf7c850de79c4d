import type { Clock } from './clock.ts';
import type { Queries } from './database/database.ts';
import type { Environment } from './environment.ts';
import type { Log } from './log.ts';
import type { ServerSettings } from './server-settings.ts';
import type { PictureStorage } from './storage/picture-storage.ts';

/** What every part of the server works with. */
export interface Services {
  readonly environment: Environment;
  readonly queries: Queries;
  /** See `OpenDatabase`. */
  readonly probes: Queries;
  readonly clock: Clock;
  readonly settings: { current(): ServerSettings };
  readonly storage: PictureStorage;
  readonly log: Log;
}
