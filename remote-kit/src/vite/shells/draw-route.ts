import type { ActivityWindow, Shell, Skin } from '@fridge/shared-contracts';
import { type FillKind, fillKinds, type RouteShell } from '@fridge/shared-contracts/page';
import { createElement } from 'react';
import { drawMarkup } from './draw-markup.ts';

export type DrawnMarkup = Omit<RouteShell['markups'][number], 'markup'> & { markup: string };

const skins: readonly Skin[] = [0, 1, 2];
const unbounded: ActivityWindow = { start: null, end: null };
/** Drawn in place of the period: each of its texts, in every form, is its own. */
const sample: ActivityWindow = { start: '2011-02-03T04:05:06+08:00', end: '2012-11-10T19:08:07+08:00' };
/** To see that markup with its fills says the same as a shell does. */
const others: readonly ActivityWindow[] = [
  { start: '2017-01-02T03:04:05+08:00', end: '2017-12-11T10:09:08+08:00' },
  { start: '2013-10-12T13:14:15+08:00', end: '2014-01-09T18:17:16+08:00' },
  { start: '2015-05-06T07:08:09+08:00', end: null },
  { start: null, end: '2016-06-07T08:09:10+08:00' },
];
/** The longest text first: it contains others. */
const kinds: readonly FillKind[] = ['exactPeriod', 'period', 'start', 'end'];

/**
 * Draws a route's shell in each skin, in the app and in browsers, for addresses with and without parameters, with and
 * without a period, as few times as they differ.
 * @param period name of the window that it shows
 * @returns `problems`: what it shows of the period in a way that can't be filled in, in sentences
 */
export function drawRoute(shell: Shell, period: string | undefined): { drawn: DrawnMarkup[]; problems: string[] } {
  const problems: string[] = [];
  const drawIn = (skin: Skin, surroundings: 'app' | 'browser', address: 'bare' | 'named'): DrawnMarkup[] => {
    const draw = (window: ActivityWindow) =>
      drawMarkup(
        createElement(shell, { skin, inApp: surroundings === 'app', isBare: address === 'bare', period: window }),
      );
    const look = { skins: [skin], surroundings, address };
    const open = draw(unbounded);
    if (period === undefined) return [{ ...look, period: 'any', markup: open }];
    const bounded = withFills(draw(sample), period);
    problems.push(...others.flatMap((window) => differenceOf(filled(bounded, period, window), draw(window)) ?? []));
    return [
      { ...look, period: 'open', markup: open },
      { ...look, period: 'bounded', markup: bounded },
    ];
  };
  const each = skins.flatMap((skin) =>
    (['app', 'browser'] as const).flatMap((surroundings) =>
      (['bare', 'named'] as const).flatMap((address) => drawIn(skin, surroundings, address)),
    ),
  );
  const drawn = joinSkins((['period', 'address', 'surroundings'] as const).reduce(joinLike, each));
  return { drawn, problems: problems.slice(0, 1) };
}

/** Joins pairs that a condition alone tells apart, and not their markup. */
function joinLike(markups: DrawnMarkup[], condition: 'period' | 'address' | 'surroundings'): DrawnMarkup[] {
  const joined = new Map<string, DrawnMarkup>();
  for (const markup of markups) {
    const key = JSON.stringify({ ...markup, [condition]: '' });
    const twin = joined.get(key);
    if (twin === undefined) joined.set(key, { ...markup });
    else twin[condition] = 'any';
  }
  return [...joined.values()];
}

function joinSkins(markups: DrawnMarkup[]): DrawnMarkup[] {
  const joined = new Map<string, DrawnMarkup>();
  for (const markup of markups) {
    const key = JSON.stringify({ ...markup, skins: [] });
    joined.set(key, { ...markup, skins: [...(joined.get(key)?.skins ?? []), ...markup.skins] });
  }
  return [...joined.values()];
}

const fillOf = (period: string, kind: FillKind): string => `<time data-fill="windows.${period}.${kind}"></time>`;

/** In place of the sample's texts, not those in attributes. */
const withFills = (markup: string, period: string): string =>
  markup.replaceAll(/<[^>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<')
      ? piece
      : kinds.reduce((text, kind) => text.replaceAll(fillKinds[kind](sample), fillOf(period, kind)), piece),
  );

const filled = (markup: string, period: string, window: ActivityWindow): string =>
  kinds.reduce((text, kind) => text.replaceAll(fillOf(period, kind), fillKinds[kind](window)), markup);

function differenceOf(filledIn: string, drawn: string): string | null {
  if (filledIn === drawn) return null;
  let at = 0;
  while (drawn[at] === filledIn[at]) at += 1;
  const around = (text: string) => `"${text.slice(Math.max(0, at - 30), at + 40)}"`;
  const todo = `write the period in text, as ${kinds.join(', ')} of fillKinds do`;
  return `its shell shows the period in a way that pages can't fill in, ${around(drawn)} where a page has ${around(filledIn)}: ${todo}.`;
}
