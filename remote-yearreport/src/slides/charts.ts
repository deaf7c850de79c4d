import { fill } from '@fridge/shared-contracts';
import {
  type FunctionField,
  functionFields,
  type Report,
  reportTerms,
} from '@fridge/shared-contracts/activities/report';
import { copy } from '../copy.ts';

/** `text`: the count with its unit. */
export type Bar<Name extends string = string> = { name: Name; label: string; count: number; text: string };

const periods = ['morning', 'noon', 'night'] as const;
export type DoorPeriod = (typeof periods)[number];

/** Empty without openings. */
export function doorBars(report: Report): Bar<DoorPeriod>[] {
  const bars = periods.map((name) => {
    const count = report[`${name}OpenNum`] ?? 0;
    return { name, label: copy[`report.door.${name}`], count, text: fill(copy['report.door.value'], { n: count }) };
  });
  return bars.some(({ count }) => count > 0) ? bars : [];
}

/** Most used first; equal ones in the deck's order. */
export function usedFunctions(report: Report): Bar<FunctionField>[] {
  return functionFields
    .map((name) => functionBar(name, copy[`report.func.${name}.name`], report[name] ?? 0))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

/** The five most used and a bar for the rest; empty below three (spec section 9). */
export function functionBars(report: Report): Bar<FunctionField | 'other'>[] {
  const used = usedFunctions(report);
  if (used.length < reportTerms.chartNeeds) return [];
  const rest = used.slice(reportTerms.topFunctions).reduce((sum, { count }) => sum + count, 0);
  return [
    ...used.slice(0, reportTerms.topFunctions),
    ...(rest > 0 ? [functionBar('other', copy['report.func.other'], rest)] : []),
  ];
}

function functionBar<Name extends string>(name: Name, label: string, count: number): Bar<Name> {
  return { name, label, count, text: fill(copy['report.func.value'], { n: count }) };
}
