import type { Instruments } from './instruments.ts';

export type DatabaseGauges = ReturnType<typeof createDatabaseGauges>;

/** What each read of `database-metrics.ts` sets, in its order. */
export const createDatabaseGauges = ({ gauge }: Instruments) => ({
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
});
