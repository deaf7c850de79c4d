import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { MOST_WAITING } from '../../database/batches.ts';

/** Seconds. The last two are for uploads. */
const REQUEST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Seconds. */
const STORAGE_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15];

/** Seconds. */
const TEAM_CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Bytes a second. Phones reach the fifth at most; a proxy that had the whole upload before it sent it, the last. */
const UPLOAD_SPEED_BUCKETS = [50_000, 200_000, 1_000_000, 5_000_000, 12_500_000];

/** Seconds, and layout shift: around what counts as good and as poor (https://web.dev/articles/vitals). */
const PAGE_BUCKETS = {
  load: [0.25, 0.5, 1, 1.5, 2.5, 4, 6, 10, 20],
  lcp: [0.5, 1, 1.5, 2.5, 4, 6, 10, 20],
  inp: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2],
  cls: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
};

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Every metric of the product, one set per server; `metrics-route.ts` adds those of Node.js. The help of a gauge that
 * reads the database begins with "Whole database:": each process reports the same, don't add them up.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[] = []) =>
    new Histogram({ name, help, labelNames, buckets, registers });

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
    opens: counter(
      'fridge_opens_total',
      'Activities opened on pages, by remote and release; other: not registered, or an old release.',
      ['remote', 'release'],
    ),
    failures: counter(
      'fridge_failures_total',
      'Failures on pages by remote, release, phase and reason; other: not registered, or an old release.',
      ['remote', 'release', 'phase', 'reason'],
    ),
    rollBacks: counter(
      'fridge_rollbacks_total',
      'Canaries and promotions that this process took back by itself, by remote.',
      ['remote'],
    ),
    /** Seconds. */
    canaryHeld: gauge(
      'fridge_canary_held_seconds',
      'For how long the next step of a canary with a timetable has been due, by remote; 0 while none is.',
      ['remote'],
    ),
    vitals: {
      load: histogram(
        'fridge_load_seconds',
        "From the navigation's start, or from the route change, until a release's first screen was drawn.",
        PAGE_BUCKETS.load,
        ['remote', 'release'],
      ),
      lcp: histogram(
        'fridge_largest_paint_seconds',
        'Largest Contentful Paint of pages that began with the release.',
        PAGE_BUCKETS.lcp,
        ['remote', 'release'],
      ),
      inp: histogram(
        'fridge_interaction_seconds',
        'Interaction to Next Paint of the release that the page began with.',
        PAGE_BUCKETS.inp,
        ['remote', 'release'],
      ),
      cls: histogram(
        'fridge_layout_shift',
        'Cumulative Layout Shift of the release that the page began with.',
        PAGE_BUCKETS.cls,
        ['remote', 'release'],
      ),
    },
    uncounted: counter(
      'fridge_events_uncounted_total',
      'Opens and failures kept but not counted: their page id is missing, forged, old or used up.',
    ),
    teamRequests: counter(
      'fridge_team_requests_total',
      'Requests of teams by what they ask for and outcome: done, unchanged (there already, or a dry run), refused, failed (our fault).',
      ['action', 'outcome'],
    ),
    collectorFailures: counter(
      'fridge_collector_failures_total',
      'Reads of the database for these metrics that failed or took too long; their gauges are missing meanwhile.',
      ['collector'],
    ),

    build: gauge('fridge_build_info', 'Always 1: the release that this process runs.', ['version', 'commit']),
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
    /** By the reads of `metrics-route.ts`, in the order of what they give. */
    scraped: {
      process: [
        gauge('fridge_pool_connections', 'Connections to PostgreSQL for calls.', ['state']),
        gauge('fridge_pool_waiting', 'Calls that wait for a connection to PostgreSQL.'),
        gauge('fridge_transactions', 'Transactions by state: running, or waiting for their turn.', ['state']),
        gauge(
          'fridge_batch_waiting',
          `Calls that wait for the next statement of their kind, by queue; beyond ${MOST_WAITING} in one they are refused.`,
          ['queue'],
        ),
        gauge('fridge_config_serial_in_force', 'Serial of each configuration document that this process goes by.', [
          'document',
        ]),
        gauge('fridge_unready', 'Whether /ready refuses calls, by reason: database, clock or ending.', ['reason']),
      ],
      prizes: [
        gauge('fridge_prizes_left', 'Whole database: stock left of each prize level that has a stock.', ['level']),
        gauge('fridge_codes_left', 'Whole database: codes of virtual prizes not given yet.', ['level']),
      ],
      grants: [
        gauge('fridge_grants_left', 'Whole database: coupons and allowances left in all.', ['pool']),
        gauge(
          'fridge_grants_left_today',
          'Whole database: left of a daily cap, on the day of business time; missing without one.',
          ['pool'],
        ),
      ],
      review: [
        gauge('fridge_review_pending', 'Whole database: works that wait for review.'),
        gauge('fridge_review_oldest_seconds', 'Whole database: age of the oldest of them; 0 without one.'),
      ],
      uploadedReleases: [
        gauge('fridge_uploaded_releases', 'Whole database: releases whose files the store has.'),
        gauge(
          'fridge_uploaded_releases_bytes',
          'Whole database: what these files take in the store, with their compressed forms.',
        ),
      ],
      configuration: [
        gauge('fridge_config_serial', 'Whole database: newest serial of each configuration document.', ['document']),
      ],
      locks: [
        gauge('fridge_lock_waiting', "Whole database: the product's connections that wait for a lock now."),
        gauge(
          'fridge_lock_waiting_longest_seconds',
          'Whole database: for how long the first of them has waited; 0 without one.',
        ),
      ],
    },
  };
}
