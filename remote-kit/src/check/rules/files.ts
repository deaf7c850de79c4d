import { trackingEventSchemas } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { type BuiltRelease, textsOf } from '../../stage/built-release.ts';
import { belowFloorCss, belowFloorJs } from '../../testing/browser-floor-check.ts';
import { strayingSelectors } from '../../testing/own-selectors.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { fault } from '../rule.ts';

/**
 * What the built files show, without a browser.
 * @param refusals what publishing would refuse
 */
export function judgeFiles(built: BuiltRelease, refusals: readonly string[]): Finding[] {
  const ofRelease = [
    ...refusals.map((what) =>
      fault('release', `publishing would refuse it: ${what}`, 'Mend it, build, and check again.'),
    ),
    ...styles(built),
    ...floor(built),
  ];
  const ofRoutes = built.release.routes.flatMap(({ path }) => findingsOf(countable(path), path));
  return [...findingsOf(ofRelease, null), ...ofRoutes];
}

/** Each selector has a class of the remote's own. */
const styles = (built: BuiltRelease) =>
  [...textsOf(built, built.release.styles)].flatMap(([file, css]) => {
    const straying = [...new Set(strayingSelectors(css))];
    if (straying.length === 0) return [];
    return fault(
      'styles',
      `${file} reaches out of its own classes: ${listOf(straying)}`,
      'Name a class of your own in each selector (CSS modules): a stylesheet holds for the whole page.',
    );
  });

/** The oldest engines know all that it uses. */
function floor(built: BuiltRelease) {
  const { styles: sheets, scripts } = built.release;
  const css = belowFloorCss([...textsOf(built, sheets).values()]);
  const js = [...textsOf(built, scripts)].flatMap(([file, code]) =>
    belowFloorJs(code).map((used) => `${file}: …${used.trim()}…`),
  );
  const todo = 'Older web views lack it (Chrome 88, Safari 15.4): guard it by @supports or a test, or use another.';
  return [
    ...(css.length > 0 ? [fault('floor', `styles below the browser floor: ${listOf(css)}`, todo)] : []),
    ...(js.length > 0 ? [fault('floor', `code below the browser floor: ${listOf(js)}`, todo)] : []),
  ];
}

const countable = (path: string) =>
  v.is(trackingEventSchemas.pageView.entries.page, path)
    ? []
    : [
        fault(
          'release',
          "usage events can't name the route, so none of its visits and failures would be counted",
          'Use at most 64 characters, and ten digits in a row: more might be a phone number.',
        ),
      ];

const MOST_SHOWN = 8;

const listOf = (all: readonly string[]): string =>
  `${all.slice(0, MOST_SHOWN).join(', ')}${all.length > MOST_SHOWN ? ` and ${all.length - MOST_SHOWN} more` : ''}`;
