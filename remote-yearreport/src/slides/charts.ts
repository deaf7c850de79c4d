import { type FunctionField, functionFields, type Report, reportTerms } from '@fridge/shared-contracts/activities/report';
import { copy } from '../story-copy.ts';

export type Bar<Name extends string = string> = { name: Name; label: string; count: number };

const periods = ['morning', 'noon', 'night'] as const;
export type DoorPeriod = (typeof periods)[number];

/** Empty without openings. */
export function doorBars(report: Report): Bar<DoorPeriod>[] {
  const bars = periods.map((name) => ({ name, label: copy[`report.door.${name}`], count: report[`${name}OpenNum`] ?? 0 }));
  return bars.some(({ count }) => count > 0) ? bars : [];
}

/** Most used first; equal ones in the deck's order. */
export function usedFunctions(report: Report): Bar<FunctionField>[] {
  return functionFields
    .map((name) => ({ name, label: copy[`report.func.${name}.name`], count: report[name] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

/** The five most used and a bar for the rest; empty below three (spec section 9). */
export function functionBars(report: Report): Bar<FunctionField | 'other'>[] {
  const used = usedFunctions(report);
  if (used.length < reportTerms.chartNeeds) return [];
  const rest = used.slice(reportTerms.topFunctions).reduce((sum, { count }) => sum + count, 0);
  return [...used.slice(0, reportTerms.topFunctions), ...(rest > 0 ? [{ name: 'other' as const, label: copy['report.func.other'], count: rest }] : [])];
}

/** The first of equal ones. */
export function highest<B extends Bar>(bars: readonly B[]): B | null {
  return bars.reduce<B | null>((best, bar) => (best === null || bar.count > best.count ? bar : best), null);
}
