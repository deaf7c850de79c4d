import type { HouseholdName } from '../stage/households.ts';
import { type Fault, rules, type Waiver } from './rule.ts';

export const isFault = ({ level }: Fault): boolean => level === 'fault';

/** `1 fault`, `2 faults` */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** `route`: `null` for the release as a whole. `households`: who met it; none for what the files show. */
export type Finding = Fault & { route: string | null; households: readonly HouseholdName[] };

export const findingsOf = (
  faults: readonly Fault[],
  route: string | null,
  households: readonly HouseholdName[] = [],
): Finding[] => faults.map((each) => ({ ...each, route, households }));

/** The same finding of several visits is one. Faults come first, then by rule. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.route, finding.rule, finding.what]);
    const known = merged.get(key);
    const households = [...new Set([...(known?.households ?? []), ...finding.households])];
    merged.set(key, { ...(known ?? finding), households });
  }
  const order = (finding: Finding) => (isFault(finding) ? 0 : rules.length) + rules.indexOf(finding.rule);
  return [...merged.values()].sort((one, other) => order(one) - order(other));
}

/** Faults that the team has waived are notes, with its reason. */
export const waive = (findings: readonly Finding[], waivers: readonly Waiver[]): Finding[] =>
  findings.map((finding) => {
    const { rule, route, what } = finding;
    const waiver = waivers.find(
      (each) => each.rule === rule && (route === null || each.routes?.includes(route) !== false),
    );
    if (waiver === undefined || !isFault(finding)) return finding;
    return { ...finding, level: 'note', what: `waived (${waiver.reason}): ${what}` };
  });
