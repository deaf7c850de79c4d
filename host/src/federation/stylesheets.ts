import { holdsBackForStyles } from '../lib/holds-back-for-styles.ts';

/** Stylesheets of a remote that stand in the page. */
export interface AttachedStyles {
  /** Resolves `true` when every sheet is in force, `false` when one of them failed. */
  ready: Promise<boolean>;
  /** Takes the sheets out again, and gives up what is on its way. A dead one left in would count as loaded at the next try. */
  detach(): void;
}

export type Sheet = { href: string; integrity: string | null };

/** @param bring brings a sheet into the browser's cache, for engines in which a sheet that hangs holds up the page */
export type StylePorts = { head: HTMLHeadElement; bring: ((sheet: Sheet, signal: AbortSignal) => Promise<void>) | null };

/** Puts stylesheets into the page's head and watches them arrive. */
export function attachStyles(sheets: readonly Sheet[], { head, bring }: StylePorts = pagePorts()): AttachedStyles {
  const controller = new AbortController();
  const links: HTMLLinkElement[] = [];
  const attach = () => {
    if (controller.signal.aborted) return false;
    links.push(...sheets.map(linkTo));
    const arrivals = links.map(arrivalOf);
    head.append(...links);
    return Promise.all(arrivals).then((all) => all.every(Boolean));
  };
  const brought = bring && Promise.all(sheets.map((sheet) => bring(sheet, controller.signal)));
  return {
    ready: Promise.resolve(brought === null ? attach() : brought.then(attach, () => false)),
    detach() {
      controller.abort();
      links.forEach((link) => link.remove());
    },
  };
}

function pagePorts(): StylePorts {
  return { head: document.head, bring: holdsBackForStyles(navigator) ? bringIntoCache : null };
}

/** The sheets of a release never change, so the link that follows takes what came. @throws when it doesn't come */
async function bringIntoCache({ href, integrity }: Sheet, signal: AbortSignal): Promise<void> {
  const response = await fetch(href, { signal, ...(integrity !== null && { integrity }) });
  if (!response.ok) throw new Error(`${href} is ${response.status}.`);
  await response.arrayBuffer();
}

function linkTo({ href, integrity }: Sheet): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = 'anonymous';
  if (integrity) link.integrity = integrity;
  link.href = href;
  return link;
}

function arrivalOf(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => resolve(false));
  });
}
