import type { Instruments } from './instruments.ts';

/** Set by `database-metrics.ts`. */
export const createDatabaseGauges = ({ gauge }: Instruments) => ({
  up: gauge('fridge_collector_up', 'Whether the last read of the database for these metrics went well.', ['collector']),
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
});
