import type { PagePreview } from '@fridge/shared-contracts/page';
import type { ScreenVisit } from './screen-change.ts';
import type { IntegrityMaps } from './integrity-maps.ts';
import type { Releases } from './releases.ts';

/**
 * Tells which visits need a new document (architecture, "A page keeps what it was served with"): a link to another
 * remote that has changed or that the page doesn't know, any visit of a remote whose entry this page can't bring or
 * whose files this engine can no longer check, and any across the border of a preview. One user action loads a changed
 * remote once at most: a server that lags makes no loop.
 */
export function createDocumentNeed({
  releases,
  integrity,
  preview,
  handsOver,
  isHashLink,
}: {
  releases: Releases;
  integrity: IntegrityMaps;
  preview: PagePreview | null;
  /** Whether tokens and personal parameters outlive a load; else the releases of the page open while they can. */
  handsOver: boolean;
  /** The page was opened by one: it is the home's, with the home's map. */
  isHashLink: boolean;
}): (visit: ScreenVisit) => boolean {
  let hasActed = false;
  const act = ({ isTrusted }: Event) => void (hasActed ||= isTrusted);
  for (const input of ['click', 'keydown']) addEventListener(input, act, { capture: true });

  const isUnchecked = (path: string): boolean => {
    const match = releases.openAt(path);
    return match !== null && integrity.isBeyondEngine(match);
  };
  const isInDocument = (path: string): boolean => {
    const match = releases.openAt(path);
    return match !== null && releases.isInDocument(match);
  };
  const isOtherRelease = ({ path, enteredFrom }: ScreenVisit): boolean => {
    if (enteredFrom === null || !hasActed) return false;
    const match = releases.openAt(path);
    if (match === null) return releases.find(path) === null && releases.mayHaveOthers();
    return match.name !== releases.find(enteredFrom)?.name && releases.hasChanged(match.name);
  };
  const isAcross = (path: string): boolean => preview !== null && preview.paths.includes(path) !== preview.shown;
  return (visit) => {
    const { number, path } = visit;
    if ((number > 0 || isHashLink) && isInDocument(path)) return true;
    if (!handsOver) return false;
    if (number === 0) return isHashLink && isUnchecked(path);
    return isAcross(path) || isOtherRelease(visit) || isUnchecked(path);
  };
}
