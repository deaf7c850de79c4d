import { stylesBlockRequests } from '../lib/styles-block-requests.ts';

export type Sheet = { href: string; integrity: string | null };

/** `bring` fetches a sheet into the browser's cache: in some engines a pending sheet blocks the page. */
type StylePorts = { head: HTMLHeadElement; bring: ((sheet: Sheet, signal: AbortSignal) => Promise<void>) | null };

type Group = { ready: Promise<boolean>; remove: () => void; screens: number };

export type Stylesheets = ReturnType<typeof createStylesheets>;

export function createStylesheets(
  ports: StylePorts = { head: document.head, bring: stylesBlockRequests(navigator) ? bringIntoCache : null },
) {
  const attached = new Map<string, Group>();
  return {
    /** Screens of one release share its sheets. */
    attach(sheets: readonly Sheet[]) {
      const key = sheets.map(({ href }) => href).join(' ');
      const drop = (group: Group) => {
        if (attached.get(key) === group) attached.delete(key);
        group.remove();
      };
      const group = attached.get(key) ?? { ...attachGroup(sheets, ports), screens: 0 };
      attached.set(key, group);
      group.screens += 1;
      let isAttached = true;
      return {
        /** `false` when a sheet failed; left in the page, it would count as loaded at the next attempt. */
        ready: group.ready.then((inForce) => {
          if (!inForce) drop(group);
          return inForce;
        }),
        /** Sheets of other screens stay. */
        detach() {
          if (!isAttached) return;
          isAttached = false;
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

/** The link then takes it from the cache. @throws when it fails */
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
