/** Stylesheets of a remote that stand in the page. */
export interface AttachedStyles {
  /** Resolves `true` when every sheet is in force, `false` when one of them failed. */
  ready: Promise<boolean>;
  /** Takes the sheets out again. A dead one left in would count as loaded at the next try. */
  detach(): void;
}

/** Fits no screen: a sheet on its way that holds for nothing yet is fetched all the same, and nothing waits for it. */
const NOT_YET = 'print';

/**
 * Puts stylesheets into the page's head and watches them arrive. Each takes force as it arrives and not before: Firefox
 * holds back every other request of a page while a sheet that it needs is on its way, be it for ever.
 */
export function attachStyles(
  sheets: readonly { href: string; integrity: string | null }[],
  head: HTMLHeadElement = document.head,
): AttachedStyles {
  const links = sheets.map(({ href, integrity }) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.media = NOT_YET;
    link.crossOrigin = 'anonymous';
    if (integrity) link.integrity = integrity;
    link.href = href;
    return link;
  });
  const arrivals = links.map(
    (link) =>
      new Promise<boolean>((resolve) => {
        link.addEventListener('load', () => {
          link.media = 'all';
          resolve(true);
        });
        link.addEventListener('error', () => resolve(false));
      }),
  );
  head.append(...links);
  return {
    ready: Promise.all(arrivals).then((all) => all.every(Boolean)),
    detach: () => links.forEach((link) => link.remove()),
  };
}
