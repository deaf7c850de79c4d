import type { Refused } from '../watch/watch-page.ts';
import { fault, type VisitRule } from '../rule.ts';

/** Nothing comes from a third party, and the page's policy has nothing to refuse. */
export const network: VisitRule = async ({ page }) => {
  const refused = (await page.watch('refused')) ?? [];
  const told = new Set(refused.map(({ blocked }) => originOf(blocked)));
  const loaded = [...page.seen.foreign].filter((origin) => !told.has(origin));
  return [
    ...refused.map((each) => {
      const by = each.source === '' ? '' : `, asked for by ${new URL(each.source, 'http://page').pathname.slice(1)}`;
      return fault('network', `the page's policy refuses ${nameOf(each)} (${each.directive})${by}`, todoOf(each));
    }),
    ...loaded.map((origin) =>
      fault('network', `it loads from ${origin}`, 'Ship it with the remote: nothing is loaded from a third party.'),
    ),
  ];
};

function nameOf({ blocked }: Refused): string {
  if (blocked === 'inline') return 'an inline one';
  if (blocked === 'eval') return 'text as code (eval)';
  return originOf(blocked) || blocked;
}

function todoOf({ directive }: Refused): string {
  if (directive.startsWith('style'))
    return 'Put styles into a CSS module: the page takes no style elements. Single values go by the style property of an element.';
  if (directive.startsWith('script'))
    return 'Build it into the remote: the page runs code of published releases alone, and no text as code.';
  return 'Ship it with the remote, or ask your own backend by a call: nothing is loaded from a third party.';
}

/** Empty: it has none. */
const originOf = (address: string): string =>
  /^https?:/.test(address) && URL.canParse(address) ? new URL(address).origin : '';
