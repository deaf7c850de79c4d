import type { Clock } from './clock/clock.ts';
import type { Queries } from './database/database.ts';
import type { Environment } from './environment.ts';
import type { Log } from './log/log.ts';
import type { SettingsSource } from './settings/settings-file.ts';

/** What every part of the server works with. */
export interface Services {
  readonly environment: Environment;
  readonly queries: Queries;
  readonly clock: Clock;
  readonly settings: SettingsSource;
  readonly log: Log;
}
