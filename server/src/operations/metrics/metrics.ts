import { Registry } from 'prom-client';
import { MOST_WAITING } from '../../database/batches.ts';
import { createDatabaseGauges } from './database-gauges.ts';
import { instrumentsOf } from './instruments.ts';
import { createReleaseMetrics } from './release-metrics.ts';

/** Seconds. The last two are for uploads. */
const REQUEST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Seconds. */
const STORAGE_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15];

/** Seconds. */
const TEAM_CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Bytes a second. Phones reach the fifth at most; a proxy that had the whole upload before it sent it, the last. */
const UPLOAD_SPEED_BUCKETS = [50_000, 200_000, 1_000_000, 5_000_000, 12_500_000];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Every metric of the product, one set per server; `process-metrics.ts` adds those of Node.js. The help of a gauge that
 * reads the database begins with "Whole database:": each process reports the same, don't add them up.
 */
export function createMetrics() {
  const registry = new Registry();
  const instruments = instrumentsOf(registry);
  const { counter, gauge, histogram } = instruments;

  return {
    registry,
    requests: histogram(
      'fridge_request_seconds',
      "Answered requests by route and outcome: the envelope's code, else the HTTP status.",
      REQUEST_BUCKETS,
      ['route', 'code'],
    ),
    lockTimeouts: counter(
      'fridge_lock_timeouts_total',
      'Statements given up because a lock did not come in time (55P03).',
    ),
    poolConnections: gauge('fridge_pool_connections', 'Connections to PostgreSQL for calls.', ['state']),
    poolWaiting: gauge('fridge_pool_waiting', 'Calls that wait for a connection to PostgreSQL.'),
    transactions: gauge('fridge_transactions', 'Transactions by state: running, or waiting for their turn.', ['state']),
    batchWaiting: gauge(
      'fridge_batch_waiting',
      `Calls that wait for the next statement of their kind, by queue; beyond ${MOST_WAITING} in one they are refused.`,
      ['queue'],
    ),
    grants: counter(
      'fridge_grants_total',
      'Coupons and allowances by pool and outcome: granted; total or today: none left in all or today; once: held already; failed: our fault.',
      ['pool', 'outcome'],
    ),
    draws: counter('fridge_draws_total', 'Draws by the level given; 0 is thanks. Repeats are not counted.', ['level']),
    uploads: counter('fridge_uploads_total', 'Uploads by outcome: kept, refused (by a rule), failed (our fault).', [
      'outcome',
    ]),
    uploadsUnderWay: gauge('fridge_uploads_under_way', 'Uploads that this process is receiving or processing.'),
    uploadSpeeds: histogram(
      'fridge_upload_bytes_per_second',
      'Speed at which uploads of 256 KiB or more arrived.',
      UPLOAD_SPEED_BUCKETS,
    ),
    storage: histogram(
      'fridge_storage_seconds',
      'Work of the storage of pictures and uploaded releases by operation (write, read, remove) and outcome (done, failed).',
      STORAGE_BUCKETS,
      ['operation', 'outcome'],
    ),
    upkeepRuns: counter('fridge_upkeep_runs_total', 'Runs of upkeep by job and outcome: done or failed.', [
      'job',
      'outcome',
    ]),
    upkeepDone: gauge('fridge_upkeep_done_timestamp_seconds', 'When a job of upkeep last went well.', ['job']),
    sweepFailures: counter('fridge_sweep_failures_total', 'Pictures whose removal failed; each is tried again.'),
    unknownAccounts: counter(
      'fridge_unknown_accounts_total',
      'Calls with a valid token of an account that is not in the database.',
    ),
    teamCalls: histogram(
      'fridge_team_call_seconds',
      "Calls to teams' own backends by outcome: answered, or why it was not; the time is the backend's.",
      TEAM_CALL_BUCKETS,
      ['team', 'outcome'],
    ),
    ...createReleaseMetrics(instruments),
    teamRequests: counter(
      'fridge_team_requests_total',
      'Requests of teams by what they ask for and outcome: done, unchanged (there already, or a dry run), refused, failed (our fault).',
      ['action', 'outcome'],
    ),
    serialInForce: gauge(
      'fridge_config_serial_in_force',
      'Serial of each configuration document that this process goes by.',
      ['document'],
    ),
    collectorFailures: counter(
      'fridge_collector_failures_total',
      'Reads of the database for these metrics that failed or took too long; their gauges are missing meanwhile.',
      ['collector'],
    ),

    build: gauge('fridge_build_info', 'Always 1: the release that this process runs.', ['version', 'commit']),
    unready: gauge('fridge_unready', 'Whether /ready refuses calls, by reason: database, clock or ending.', ['reason']),
    clockAhead: gauge(
      'fridge_clock_ahead_seconds',
      "By how much this machine's clock is ahead of PostgreSQL's; read once per upkeep.",
    ),
    linesDropped: counter(
      'fridge_log_lines_dropped_total',
      'Log lines lost because standard output took none: a full disk, a reader that stopped or ended.',
    ),
    collectorUp: gauge('fridge_collector_up', 'Whether the last read of the database for these metrics went well.', [
      'collector',
    ]),
    /** By collector. */
    database: createDatabaseGauges(instruments),
  };
}
