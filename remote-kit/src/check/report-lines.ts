import { households } from '../stage/households.ts';
import { counted, type Finding, isFault } from './finding.ts';
import type { CheckResult } from './run-check.ts';

/** For people: by route, faults first, each with what to do. */
export function reportLines({ name, version, routes, households: names, findings }: CheckResult): string[] {
  const faults = findings.filter(isFault).length;
  const groups = [null, ...routes].flatMap((route) => {
    const own = findings.filter((finding) => finding.route === route);
    if (own.length === 0) return [];
    return ['', route ?? `${name} ${version}`, ...own.flatMap((finding) => linesOf(finding, names.length))];
  });
  const looked = `${counted(routes.length, 'route')} as ${names.length} households`;
  const verdict = faults === 0 ? 'nothing of the contract is broken' : counted(faults, 'fault');
  return [...groups, '', `${name} ${version}: ${looked}: ${verdict}.`];
}

function linesOf({ level, rule, what, todo, households: met }: Finding, all: number): string[] {
  const who =
    met.length === 0 || met.length === all ? '' : ` (as ${met.map((each) => households[each].title).join(', ')})`;
  return [`  ${level === 'fault' ? '✗' : '·'} ${rule}: ${what}${who}`, `      ${todo}`];
}
