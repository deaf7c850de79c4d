import type { TeamAction, Vitals } from '@fridge/shared-contracts/host';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolLoad } from '../database/database.ts';
import { type Unready, unreadyReasons } from '../readiness.ts';

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

/** Seconds, and layout shift: around what counts as good and as poor (https://web.dev/articles/vitals). */
const PAGE_BUCKETS = {
  load: [0.25, 0.5, 1, 1.5, 2.5, 4, 6, 10, 20],
  lcp: [0.5, 1, 1.5, 2.5, 4, 6, 10, 20],
  inp: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2],
  cls: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
};

export type GrantOutcome = 'granted' | 'total' | 'today' | 'once' | 'failed';
export type TeamOutcome = 'done' | 'unchanged' | 'refused' | 'failed';
export type UploadOutcome = 'kept' | 'refused' | 'failed';
/** Of a usage event; `other` unless registered. */
export type ReleaseLabels = { remote: string; release: string };

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Every metric of the product, one set per server; `process-metrics.ts` adds those of Node.js. The help of a gauge that
 * reads the database begins with "Whole database:": each process reports the same, don't add them up.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const requests = new Histogram({
    name: 'fridge_request_seconds',
    help: "Answered requests by route and outcome: the envelope's code, else the HTTP status.",
    labelNames: ['route', 'code'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const lockTimeouts = new Histogram({
    name: 'fridge_lock_timeout_seconds',
    help: 'Statements given up because a lock did not come in time (55P03), and how long each had waited.',
    buckets: [0.5, 1, 2, 3, 5, 10, 30, 60],
    registers,
  });
  const poolConnections = gauge('fridge_pool_connections', 'Connections to PostgreSQL for calls.', ['state']);
  const poolWaiting = gauge('fridge_pool_waiting', 'Calls that wait for a connection to PostgreSQL.');
  const transactions = gauge('fridge_transactions', 'Transactions by state: running, or waiting for their turn.', [
    'state',
  ]);
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
  const uploadSpeeds = new Histogram({
    name: 'fridge_upload_bytes_per_second',
    help: 'Speed at which uploads of 256 KiB or more arrived.',
    buckets: UPLOAD_SPEED_BUCKETS,
    registers,
  });
  const storage = new Histogram({
    name: 'fridge_storage_seconds',
    help: 'Work of the storage of pictures and uploaded releases by operation (write, read, remove) and outcome (done, failed).',
    labelNames: ['operation', 'outcome'],
    buckets: STORAGE_BUCKETS,
    registers,
  });
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
  const teamCalls = new Histogram({
    name: 'fridge_team_call_seconds',
    help: "Calls to teams' own backends by outcome: answered, or why it was not; the time is the backend's.",
    labelNames: ['team', 'outcome'],
    buckets: TEAM_CALL_BUCKETS,
    registers,
  });
  const opens = counter(
    'fridge_opens_total',
    'Activities opened on pages, by remote and release; other: not registered.',
    ['remote', 'release'],
  );
  const failures = counter(
    'fridge_failures_total',
    'Failures on pages by remote, release, phase and reason; other: not registered.',
    ['remote', 'release', 'phase', 'reason'],
  );
  const rollBacks = counter('fridge_rollbacks_total', 'Canaries that this process took back by itself, by remote.', [
    'remote',
  ]);
  const onPages = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames: ['remote', 'release'], buckets, registers });
  const loads = onPages(
    'fridge_load_seconds',
    "From the navigation's start, or from the route change, until a release's first screen was drawn.",
    PAGE_BUCKETS.load,
  );
  const largestPaints = onPages(
    'fridge_largest_paint_seconds',
    'Largest Contentful Paint of pages that began with the release.',
    PAGE_BUCKETS.lcp,
  );
  const interactions = onPages(
    'fridge_interaction_seconds',
    'Interaction to Next Paint of the release that the page began with.',
    PAGE_BUCKETS.inp,
  );
  const layoutShifts = onPages(
    'fridge_layout_shift',
    'Cumulative Layout Shift of the release that the page began with.',
    PAGE_BUCKETS.cls,
  );
  const uncounted = counter(
    'fridge_events_uncounted_total',
    'Opens and failures kept but not counted: their page id is missing, forged, old or used up.',
  );
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
    opened: (labels: ReleaseLabels) => opens.inc(labels),
    failed: (labels: ReleaseLabels & { phase: string; reason: string }) => failures.inc(labels),
    /** From none on: an increase is seen from the first roll-back. */
    canaryWatched: (remote: string) => rollBacks.inc({ remote }, 0),
    canaryTakenBack: (remote: string) => rollBacks.inc({ remote }),
    measured(labels: ReleaseLabels, { load, lcp, inp, cls }: Vitals) {
      if (load !== undefined) loads.observe(labels, load / 1_000);
      if (lcp !== undefined) largestPaints.observe(labels, lcp / 1_000);
      if (inp !== undefined) interactions.observe(labels, inp / 1_000);
      if (cls !== undefined) layoutShifts.observe(labels, cls);
    },
    uncounted: (events: number) => uncounted.inc(events),
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

    setSerialInForce: (document: string, serial: number) => serialInForce.set({ document }, serial),

    /** Set by `database-metrics.ts`. */
    database: {
      up: gauge('fridge_collector_up', 'Whether the last read of the database for these metrics went well.', [
        'collector',
      ]),
      prizesLeft: gauge('fridge_prizes_left', 'Whole database: stock left of each prize level that has a stock.', [
        'level',
      ]),
      codesLeft: gauge('fridge_codes_left', 'Whole database: codes of virtual prizes not given yet.', ['level']),
      grantsLeft: gauge('fridge_grants_left', 'Whole database: coupons and allowances left in all.', ['pool']),
      grantsLeftToday: gauge(
        'fridge_grants_left_today',
        'Whole database: left of a daily cap, on the day of business time; missing without one.',
        ['pool'],
      ),
      reviewPending: gauge('fridge_review_pending', 'Whole database: works that wait for review.'),
      reviewOldest: gauge('fridge_review_oldest_seconds', 'Whole database: age of the oldest of them; 0 without one.'),
      uploadedReleases: gauge('fridge_uploaded_releases', 'Whole database: releases whose files the store has.'),
      uploadedBytes: gauge(
        'fridge_uploaded_releases_bytes',
        'Whole database: what these files take in the store, with their compressed forms.',
      ),
      configSerial: gauge('fridge_config_serial', 'Whole database: newest serial of each configuration document.', [
        'document',
      ]),
      lockWaits: gauge('fridge_lock_waiting', "Whole database: the product's connections that wait for a lock now."),
      longestLockWait: gauge(
        'fridge_lock_waiting_longest_seconds',
        'Whole database: for how long the first of them has waited; 0 without one.',
      ),
    },
  };
}
