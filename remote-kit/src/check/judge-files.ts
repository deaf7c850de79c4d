import { trackingEventSchemas } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { belowFloorCss, belowFloorJs } from '../testing/browser-floor-check.ts';
import { strayingSelectors } from '../testing/own-selectors.ts';
import { type BuiltRelease, routeBytes } from '../stage/built-release.ts';
import type { Finding } from './finding.ts';

const finding = (rest: Pick<Finding, 'rule' | 'what' | 'todo'>, route: string | null = null): Finding => ({
  level: 'fault',
  households: [],
  route,
  ...rest,
});

const MOST_SHOWN = 8;

/**
 * What the built files show, without a browser.
 * @param refusals what publishing would refuse
 * @param budget bytes of a route, gzip
 */
export function judgeFiles(built: BuiltRelease, refusals: readonly string[], budget: number): Finding[] {
  return [
    ...refusals.map((what) =>
      finding({
        rule: 'release',
        what: `publishing would refuse it: ${what}`,
        todo: 'Mend it, build, and check again.',
      }),
    ),
    ...judgeStyles(built),
    ...judgeFloor(built),
    ...judgeRoutes(built, budget),
  ];
}

function judgeStyles({ styles }: BuiltRelease): Finding[] {
  return [...styles].flatMap(([file, css]) => {
    const straying = [...new Set(strayingSelectors(css))];
    if (straying.length === 0) return [];
    return finding({
      rule: 'styles',
      what: `${file} reaches out of its own classes: ${listOf(straying)}`,
      todo: 'Name a class of your own in each selector (CSS modules): a stylesheet holds for the whole page.',
    });
  });
}

function judgeFloor({ styles, scripts }: BuiltRelease): Finding[] {
  const css = belowFloorCss([...styles.values()]);
  const js = [...scripts].flatMap(([file, code]) => belowFloorJs(code).map((used) => `${file}: …${used.trim()}…`));
  const todo = 'Older web views lack it (Chrome 88, Safari 15.4): guard it by @supports or a test, or use another.';
  return [
    ...(css.length > 0
      ? [finding({ rule: 'floor', what: `styles below the browser floor: ${listOf(css)}`, todo })]
      : []),
    ...(js.length > 0 ? [finding({ rule: 'floor', what: `code below the browser floor: ${listOf(js)}`, todo })] : []),
  ];
}

function judgeRoutes(built: BuiltRelease, budget: number): Finding[] {
  return built.release.routes.flatMap(({ path }) => {
    const bytes = routeBytes(built, path);
    const faults: Finding[] = [];
    if (bytes > budget)
      faults.push(
        finding(
          {
            rule: 'size',
            what: `its scripts and styles are ${kilobytes(bytes)} (gzip), the budget is ${kilobytes(budget)}`,
            todo: 'Load by createLateCode what the first look lacks, drop a library, or raise `sizeBudget` in remote-kit.json.',
          },
          path,
        ),
      );
    if (!v.is(trackingEventSchemas.pageView.entries.page, path))
      faults.push(
        finding(
          {
            rule: 'release',
            what: "usage events can't name the route, so none of its visits and failures would be counted",
            todo: 'Use at most 64 characters, and ten digits in a row: more might be a phone number.',
          },
          path,
        ),
      );
    return faults;
  });
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

const listOf = (all: readonly string[]): string =>
  `${all.slice(0, MOST_SHOWN).join(', ')}${all.length > MOST_SHOWN ? ` and ${all.length - MOST_SHOWN} more` : ''}`;
