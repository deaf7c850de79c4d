import { stylesBlockRequests } from '../lib/styles-block-requests.ts';

export type Sheet = { href: string; integrity: string };

/** Fetches a sheet into the browser's cache: in some engines a pending sheet blocks the page. */
type Bring = (sheet: Sheet, signal: AbortSignal) => Promise<void>;

export type Stylesheets = ReturnType<typeof createStylesheets>;

export function createStylesheets(bring: Bring | null = stylesBlockRequests(navigator) ? bringIntoCache : null) {
  const attached = new Map<string, ReturnType<typeof attachGroup>>();
  return {
    /** Screens of one release share its sheets. `ready` rejects when one fails; each screen detaches once. */
    attach(sheets: readonly Sheet[]) {
      const key = sheets.map(({ href }) => href).join(' ');
      const group = attached.get(key) ?? attachGroup(sheets, bring);
      attached.set(key, group);
      group.screens += 1;
      return {
        ready: group.ready,
        detach() {
          group.screens -= 1;
          if (group.screens > 0) return;
          attached.delete(key);
          group.remove(); // left in the page, a failed one would count as loaded at the next attempt
        },
      };
    },
  };
}

function attachGroup(sheets: readonly Sheet[], bring: Bring | null) {
  const controller = new AbortController();
  const { signal } = controller;
  const links = sheets.map(linkTo);
  const arrivals: Promise<unknown> = Promise.all(
    links.map((link) => new Promise((onload, onerror) => Object.assign(link, { onload, onerror }))),
  );
  /** After the host's own, which the page has at its end. */
  const attach = () => {
    if (!signal.aborted) document.body.append(...links);
    return arrivals;
  };
  return {
    screens: 0,
    ready: bring === null ? attach() : Promise.all(sheets.map((sheet) => bring(sheet, signal))).then(attach),
    remove() {
      controller.abort();
      links.forEach((link) => link.remove());
    },
  };
}

/** The link then takes it from the cache. @throws when it fails */
async function bringIntoCache({ href, integrity }: Sheet, signal: AbortSignal): Promise<void> {
  const response = await fetch(href, { signal, integrity });
  if (!response.ok) throw new Error(`${href} is ${response.status}.`);
  await response.arrayBuffer();
}

function linkTo({ href, integrity }: Sheet): HTMLLinkElement {
  const link = document.createElement('link');
  return Object.assign(link, { rel: 'stylesheet', crossOrigin: 'anonymous', integrity, href });
}
