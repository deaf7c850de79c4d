import { holdsBackForStyles } from '../lib/holds-back-for-styles.ts';

/** Stylesheets of a remote that stand in the page. */
export interface AttachedStyles {
  /** Resolves `true` when every sheet is in force, `false` when one of them failed. */
  ready: Promise<boolean>;
  /** Takes the sheets out again, unless another screen still needs them, and gives up what is on its way. */
  detach(): void;
}

export type Sheet = { href: string; integrity: string | null };

/** @param bring brings a sheet into the browser's cache, for engines in which a sheet that hangs holds up the page */
export type StylePorts = { head: HTMLHeadElement; bring: ((sheet: Sheet, signal: AbortSignal) => Promise<void>) | null };

export interface Stylesheets {
  /** Puts a release's sheets into the page's head and watches them arrive; those that stand are shared. */
  attach(sheets: readonly Sheet[]): AttachedStyles;
}

type Group = { ready: Promise<boolean>; remove: () => void; screens: number };

export function createStylesheets(ports: StylePorts = pagePorts()): Stylesheets {
  const standing = new Map<string, Group>();
  return {
    attach(sheets) {
      const key = sheets.map(({ href }) => href).join(' ');
      const drop = (group: Group) => {
        if (standing.get(key) === group) standing.delete(key);
        group.remove();
      };
      const group = standing.get(key) ?? { ...attachGroup(sheets, ports), screens: 0 };
      standing.set(key, group);
      group.screens += 1;
      let attached = true;
      return {
        // A dead sheet left in would count as loaded at the next try.
        ready: group.ready.then((inForce) => {
          if (!inForce) drop(group);
          return inForce;
        }),
        detach() {
          if (!attached) return;
          attached = false;
          group.screens -= 1;
          if (group.screens === 0) drop(group);
        },
      };
    },
  };
}

function attachGroup(sheets: readonly Sheet[], { head, bring }: StylePorts): Pick<Group, 'ready' | 'remove'> {
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
    remove() {
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
