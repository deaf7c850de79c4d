import type { Answers } from '../activities/campaign/answers.ts';
import type { Draws } from '../activities/draw/draws.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from '../documents/configuration.ts';
import type { FollowedFiles } from '../documents/follow-files.ts';
import type { OpenDatabase, Queries } from '../database/database.ts';
import type { Environment } from './environment.ts';
import type { Nonces } from '../admission/nonces.ts';
import type { CloudKeys } from '../operations/keys/cloud-keys.ts';
import type { UserCounts } from '../admission/counts.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../operations/metrics/metrics.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { Readiness } from '../operations/readiness.ts';
import type { RegistryFollower } from '../releases/registry/follow-registry.ts';
import type { LiveSettings } from '../documents/settings/live-settings.ts';
import type { IdentityKeys } from '../team-backends/identity-keys.ts';
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
  /** Of page ids (`visits/page-id.ts`). */
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
