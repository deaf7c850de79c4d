import { type HouseholdRow, type RowKind, rowKinds } from './household-rows.ts';
import type { RowOutcome } from './plan-part.ts';

/** What rows did; a row that waits or is rejected isn't among them. */
export type Counts = { added: number; changed: number; removed: number; unchanged: number };
export type CountsByKind = Record<RowKind, Counts>;

const noCounts = (): Counts => ({ added: 0, changed: 0, removed: 0, unchanged: 0 });

export const noCountsByKind = (): CountsByKind => ({
  account: noCounts(),
  home: noCounts(),
  fridge: noCounts(),
  deviceConfig: noCounts(),
});

export function countOutcomes(rows: readonly HouseholdRow[], outcomes: readonly RowOutcome[]): CountsByKind {
  const counts = noCountsByKind();
  for (const [index, { kind }] of rows.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined && outcome !== 'waiting' && typeof outcome === 'string') counts[kind][outcome] += 1;
  }
  return counts;
}

export function addCountsByKind(one: CountsByKind, other: CountsByKind): CountsByKind {
  return {
    account: addCounts(one.account, other.account),
    home: addCounts(one.home, other.home),
    fridge: addCounts(one.fridge, other.fridge),
    deviceConfig: addCounts(one.deviceConfig, other.deviceConfig),
  };
}

export const addCounts = (one: Partial<Counts>, other: Counts): Counts => ({
  added: (one.added ?? 0) + other.added,
  changed: (one.changed ?? 0) + other.changed,
  removed: (one.removed ?? 0) + other.removed,
  unchanged: (one.unchanged ?? 0) + other.unchanged,
});

/** Of all kinds. */
export const totalOf = (counts: CountsByKind): Counts =>
  rowKinds.reduce<Counts>((sum, kind) => addCounts(sum, counts[kind]), noCounts());

export const describeCounts = ({ added, changed, removed }: Omit<Counts, 'unchanged'>): string =>
  `${added} added, ${changed} changed, ${removed} removed`;
