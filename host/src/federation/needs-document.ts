import type { PagePreview } from '@fridge/shared-contracts/page';
import type { ReadableStore } from '../lib/read-store.ts';
import type { ScreenVisit } from './screen-change.ts';
import type { IntegrityMaps } from './integrity-maps.ts';
import type { Releases } from './releases.ts';

type Visit = ScreenVisit & { readonly isEntered: boolean };

/**
 * Tells which visits need a new document (architecture, "A page keeps what it was served with"): a link to another
 * remote that has changed or that the page doesn't know, any visit of a remote whose files this engine can no longer
 * check, and any across the border of a preview. One user action loads a changed remote once at most: a server that
 * lags makes no loop.
 */
export function createDocumentNeed({
  visit,
  releases,
  integrity,
  preview,
  handsOver,
  isHashLink,
}: {
  visit: ReadableStore<Visit>;
  releases: Releases;
  integrity: IntegrityMaps;
  preview: PagePreview | null;
  /** Whether tokens and personal parameters outlive a load; else the page's own releases open. */
  handsOver: boolean;
  /** The page was opened by one: it is the home's, with the home's map. */
  isHashLink: boolean;
}): (visit: Visit) => boolean {
  let hasActed = false;
  const act = ({ isTrusted }: Event) => void (hasActed ||= isTrusted);
  for (const input of ['click', 'keydown']) addEventListener(input, act, { capture: true });

  const isUnchecked = (path: string): boolean => {
    const match = releases.openAt(path);
    return match !== null && integrity.isBeyondEngine(match);
  };
  const isOtherRelease = ({ path }: Visit, before: Visit): boolean => {
    const match = releases.openAt(path);
    if (match === null) return releases.find(path) === null && releases.mayHaveOthers();
    return match.name !== releases.find(before.path)?.name && releases.hasChanged(match.name);
  };
  const first = visit.getState();
  let latest = { number: first.number, isNeeded: handsOver && isHashLink && isUnchecked(first.path) };
  visit.subscribe((now, before) => {
    if (now.number === before.number) return;
    const isAcross = preview !== null && preview.paths.includes(now.path) !== preview.shown;
    const isOther = now.isEntered && hasActed && isOtherRelease(now, before);
    latest = { number: now.number, isNeeded: handsOver && (isAcross || isOther || isUnchecked(now.path)) };
  });
  return ({ number }) => number === latest.number && latest.isNeeded;
}
