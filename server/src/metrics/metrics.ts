import type { TeamAction } from '@fridge/shared-contracts/team';
import { Registry } from 'prom-client';
import { MOST_WAITING } from '../database/batches.ts';
import type { PoolLoad } from '../database/database.ts';
import { type Unready, unreadyReasons } from '../readiness.ts';
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
/** Smaller ones fit into the buffers on their way. */
const MEASURED_UPLOAD_BYTES = 256 * 1024;

export type GrantOutcome = 'granted' | 'total' | 'today' | 'once' | 'failed';
export type TeamOutcome = 'done' | 'unchanged' | 'refused' | 'failed';
export type UploadOutcome = 'kept' | 'refused' | 'failed';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Every metric of the product, one set per server; `process-metrics.ts` adds those of Node.js. The help of a gauge that
 * reads the database begins with "Whole database:": each process reports the same, don't add them up.
 */
export function createMetrics() {
  const registry = new Registry();
  const instruments = instrumentsOf(registry);
  const { counter, gauge, histogram } = instruments;

  const requests = histogram(
    'fridge_request_seconds',
    "Answered requests by route and outcome: the envelope's code, else the HTTP status.",
    REQUEST_BUCKETS,
    ['route', 'code'],
  );
  const lockTimeouts = histogram(
    'fridge_lock_timeout_seconds',
    'Statements given up because a lock did not come in time (55P03), and how long each had waited.',
    [0.5, 1, 2, 3, 5, 10, 30, 60],
  );
  const poolConnections = gauge('fridge_pool_connections', 'Connections to PostgreSQL for calls.', ['state']);
  const poolWaiting = gauge('fridge_pool_waiting', 'Calls that wait for a connection to PostgreSQL.');
  const transactions = gauge('fridge_transactions', 'Transactions by state: running, or waiting for their turn.', [
    'state',
  ]);
  const batchWaiting = gauge(
    'fridge_batch_waiting',
    `Calls that wait for the next statement of their kind, by queue; beyond ${MOST_WAITING} in one they are refused.`,
    ['queue'],
  );
  const grants = counter(
    'fridge_grants_total',
    'Coupons and allowances by pool and outcome: granted; total or today: none left in all or today; once: held already; failed: our fault.',
    ['pool', 'outcome'],
  );
  const draws = counter('fridge_draws_total', 'Draws by the level given; 0 is thanks. Repeats are not counted.', [
    'level',
  ]);
  const uploads = counter(
    'fridge_uploads_total',
    'Uploads by outcome: kept, refused (by a rule), failed (our fault).',
    ['outcome'],
  );
  const uploadsUnderWay = gauge('fridge_uploads_under_way', 'Uploads that this process is receiving or processing.');
  const uploadSpeeds = histogram(
    'fridge_upload_bytes_per_second',
    'Speed at which uploads of 256 KiB or more arrived.',
    UPLOAD_SPEED_BUCKETS,
  );
  const storage = histogram(
    'fridge_storage_seconds',
    'Work of the storage of pictures and uploaded releases by operation (write, read, remove) and outcome (done, failed).',
    STORAGE_BUCKETS,
    ['operation', 'outcome'],
  );
  const upkeepRuns = counter('fridge_upkeep_runs_total', 'Runs of upkeep by job and outcome: done or failed.', [
    'job',
    'outcome',
  ]);
  const upkeepDone = gauge('fridge_upkeep_done_timestamp_seconds', 'When a job of upkeep last went well.', ['job']);
  const sweepFailures = counter('fridge_sweep_failures_total', 'Pictures whose removal failed; each is tried again.');
  const unknownAccounts = counter(
    'fridge_unknown_accounts_total',
    'Calls with a valid token of an account that is not in the database.',
  );
  const teamCalls = histogram(
    'fridge_team_call_seconds',
    "Calls to teams' own backends by outcome: answered, or why it was not; the time is the backend's.",
    TEAM_CALL_BUCKETS,
    ['team', 'outcome'],
  );
  const releases = createReleaseMetrics(instruments);
  const teamRequests = counter(
    'fridge_team_requests_total',
    'Requests of teams by what they ask for and outcome: done, unchanged (there already, or a dry run), refused, failed (our fault).',
    ['action', 'outcome'],
  );
  const serialInForce = gauge(
    'fridge_config_serial_in_force',
    'Serial of each configuration document that this process goes by.',
    ['document'],
  );
  const collectorFailures = counter(
    'fridge_collector_failures_total',
    'Reads of the database for these metrics that failed or took too long; their gauges are missing meanwhile.',
    ['collector'],
  );

  const build = gauge('fridge_build_info', 'Always 1: the release that this process runs.', ['version', 'commit']);
  const unready = gauge('fridge_unready', 'Whether /ready refuses calls, by reason: database, clock or ending.', [
    'reason',
  ]);
  const clockAhead = gauge(
    'fridge_clock_ahead_seconds',
    "By how much this machine's clock is ahead of PostgreSQL's; read once per upkeep.",
  );
  const pooler = gauge(
    'fridge_pooler_without_direct',
    'Whether DATABASE_DIRECT_URL, or DATABASE_URL without it, leads to a pooler: no notice of a change arrives.',
  );
  const linesDropped = counter(
    'fridge_log_lines_dropped_total',
    'Log lines lost because standard output took none: a full disk, a reader that stopped or ended.',
  );

  return {
    registry,

    answered: (route: string, code: number, seconds: number) =>
      requests.observe({ route, code: String(code) }, seconds),
    lockTimedOut: (seconds: number) => lockTimeouts.observe(seconds),
    granted: (pool: string, outcome: GrantOutcome) => grants.inc({ pool, outcome }),
    drawn: (level: number) => draws.inc({ level: String(level) }),
    uploadBegun() {
      uploadsUnderWay.inc();
      return (outcome: UploadOutcome) => {
        uploadsUnderWay.dec();
        uploads.inc({ outcome });
      };
    },
    /** @param bytes of the request's body */
    uploadArrived(bytes: number, seconds: number) {
      if (bytes >= MEASURED_UPLOAD_BYTES) uploadSpeeds.observe(bytes / Math.max(seconds, 0.001));
    },
    stored: (operation: string, outcome: 'done' | 'failed', seconds: number) =>
      storage.observe({ operation, outcome }, seconds),
    upkeepRan(job: string, outcome: 'done' | 'failed') {
      upkeepRuns.inc({ job, outcome });
      if (outcome === 'done') upkeepDone.set({ job }, Date.now() / 1_000);
    },
    sweepFailed: (pictures: number) => sweepFailures.inc(pictures),
    unknownAccount: () => unknownAccounts.inc(),
    teamAsked: (team: string, outcome: string, seconds: number) => teamCalls.observe({ team, outcome }, seconds),
    ...releases,
    teamAnswered: (action: TeamAction, outcome: TeamOutcome) => teamRequests.inc({ action, outcome }),
    collectorFailed: (collector: string) => collectorFailures.inc({ collector }),

    logLinesDropped: (lines: number) => linesDropped.inc(lines),
    setBuild: (labels: { version: string; commit: string }) => build.set(labels, 1),
    setClockAhead: (ms: number) => clockAhead.set(ms / 1_000),
    setPooler: (isPooler: boolean) => pooler.set(isPooler ? 1 : 0),
    setUnready(current: Unready | null) {
      for (const reason of unreadyReasons) unready.set({ reason }, reason === current ? 1 : 0);
    },

    setPoolLoad(load: PoolLoad) {
      poolConnections.set({ state: 'inUse' }, load.inUse);
      poolConnections.set({ state: 'idle' }, load.idle);
      poolWaiting.set(load.waiting);
      transactions.set({ state: 'running' }, load.transactions.running);
      transactions.set({ state: 'waiting' }, load.transactions.waiting);
    },

    setBatchWaiting: (queue: string, asks: number) => batchWaiting.set({ queue }, asks),

    setSerialInForce: (document: string, serial: number) => serialInForce.set({ document }, serial),

    database: createDatabaseGauges(instruments),
  };
}
