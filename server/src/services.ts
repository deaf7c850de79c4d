import type { Answers } from './activities/campaign/answers.ts';
import type { Draws } from './activities/draw/draws.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { FollowedFiles } from './configuration/follow-files.ts';
import type { OpenDatabase, Queries } from './database/database.ts';
import type { Environment } from './environment.ts';
import type { Nonces } from './http/nonces.ts';
import type { CloudKeys } from './keys/cloud-keys.ts';
import type { UserCounts } from './limits/user-counts.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { ObjectStorage } from './object-storage.ts';
import type { Readiness } from './readiness.ts';
import type { RegistryFollower } from './registry/follow-registry.ts';
import type { LiveSettings } from './settings/live-settings.ts';
import type { IdentityKeys } from './team-backends/identity-keys.ts';
import type { Upkeep } from './upkeep.ts';

export interface Services {
  readonly environment: Environment;
  readonly database: Pick<OpenDatabase, 'kind' | 'load'>;
  readonly draws: Draws;
  readonly answers: Answers;
  readonly queries: Queries;
  readonly probes: Queries;
  readonly nonces: Nonces;
  readonly readiness: Readiness;
  readonly userCounts: UserCounts;
  readonly clock: Clock;
  /** Of page ids (`tracking/page-id-key.ts`). */
  readonly pageIdKey: string;
  readonly cloudKeys: CloudKeys;
  readonly identityKeys: IdentityKeys;
  readonly registry: RegistryFollower;
  readonly settings: Pick<LiveSettings, 'current' | 'check'>;
  readonly configuration: Configuration;
  readonly files: Pick<FollowedFiles, 'refusal'>;
  /** Of pictures. */
  readonly storage: ObjectStorage;
  /** Of uploaded releases. */
  readonly releaseStorage: ObjectStorage;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly upkeep: Pick<Upkeep, 'states'>;
}
