import type { PageWatch } from './watch-page.ts';

// Each runs in the page, by `inPage`.
// oxlint-disable unicorn/consistent-function-scoping -- nothing outside of a function exists in the page

/** What the watch has seen; a part is added by `read`. */
export function readWatch(
  part: 'patched' | 'leftovers' | 'shift' | 'refused' | 'appCalls' | 'isWaiting' | 'leave',
): unknown {
  const watch: PageWatch | undefined = Reflect.get(window, Symbol.for('remote-kit check'));
  return watch?.[part]() ?? null;
}

/** Events that the host keeps until the server has them, as JSON; and the path. @param key of `localStorage` */
export function readEvents(key: string): { path: string; events: string } {
  try {
    return { path: location.pathname, events: localStorage.getItem(key) ?? '[]' };
  } catch {
    return { path: location.pathname, events: '[]' };
  }
}

/** Waits until the screen stands still, at most so long. @returns what it still waits for */
export async function waitUntilStill(mostMs: number): Promise<'still' | 'waiting' | 'moving'> {
  const watch: PageWatch | undefined = Reflect.get(window, Symbol.for('remote-kit check'));
  const began = performance.now();
  const sample = () => {
    const main = document.querySelector('#main');
    return `${main?.querySelectorAll('*').length} ${main?.textContent}`;
  };
  let last = '';
  let same = 0;
  while (performance.now() - began < mostMs) {
    const isBusy = document.querySelector('#main [aria-busy="true"]') !== null;
    const current = sample();
    same = current === last && !isBusy && watch?.isWaiting() !== true ? same + 1 : 0;
    if (same >= 4) return 'still';
    last = current;
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  return watch?.isWaiting() === true ? 'waiting' : 'moving';
}

/** Follows a link as a user does: the host opens it without loading the page again. */
export function followLink(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}

/** What tells two states of a screen apart, so that each is examined once. */
export function signatureOf(): string {
  const elements = [...document.querySelectorAll('#main *')];
  return elements.map((each) => `${each.tagName}${each.className}`).join(' ');
}

/** Elements that reach beyond the page's right edge, the innermost first; `null`: nothing is too wide. */
export function findTooWide(): string[] | null {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return null;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}${[...element.classList].map((each) => `.${each}`).join('')}`;
  const wide = [...document.querySelectorAll('#main *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
  return [...new Set(innermost.map(nameOf))].slice(0, 5);
}

/** What a web view's text zoom of 200 % does. */
export function doubleTexts(): void {
  const texts = [...document.querySelectorAll('body, body *')].filter((element) => element instanceof HTMLElement);
  const before = texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  texts.forEach((element, index) => {
    element.style.fontSize = `${2 * (before[index] ?? 0)}px`;
  });
}

/** What a finger can't meet: a press `least` px wide around its middle goes elsewhere. */
export function findSmallTargets(least: number): string[] {
  const selector =
    'a[href], button, select, textarea, input:not([type=hidden]), summary, [role=button], [role=link], [role=tab], [role=checkbox], [role=radio], [role=switch]';
  const main = document.querySelector('#main');
  const targets = [...(main?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const scroll = { x: window.scrollX, y: window.scrollY };
  const isSmall = (element: HTMLElement): boolean => {
    const shown = element.closest('label') ?? (element as HTMLInputElement).labels?.[0] ?? element;
    const boxes = [element.getBoundingClientRect(), shown.getBoundingClientRect()];
    if (boxes.every(({ width, height }) => width < 2 || height < 2)) return false;
    if (getComputedStyle(element).visibility === 'hidden' || element.closest('[inert], [aria-hidden=true]'))
      return false;
    if (boxes.some(({ width, height }) => width >= least - 0.5 && height >= least - 0.5)) return false;
    // In a running text a link is as high as its line (WCAG 2.5.8).
    const isInText =
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
    if (isInText) return false;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const half = least / 2 - 1;
    const middle = { x: left + width / 2, y: top + height / 2 };
    const points = [
      [middle.x - half, middle.y],
      [middle.x + half, middle.y],
      [middle.x, middle.y - half],
      [middle.x, middle.y + half],
    ] as const;
    return points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && !element.contains(hit) && !shown.contains(hit);
    });
  };
  const small = targets.filter(isSmall).map((element) => {
    const { width, height } = element.getBoundingClientRect();
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 20);
    return `${element.tagName.toLowerCase()} "${name}" (${Math.round(width)} by ${Math.round(height)})`;
  });
  window.scrollTo(scroll.x, scroll.y);
  return [...new Set(small)].slice(0, 8);
}

/**
 * Properties of the host's own elements that the remote's stylesheets change, found by taking the sheets away for a
 * moment. Sizes and places follow from the content and don't count.
 */
export function findOutsideStyles(remoteOrigin: string): string[] {
  const FOLLOWS =
    /^(?:(?:min-|max-)?(?:width|height|block-size|inline-size)|perspective-origin|transform-origin|top|right|bottom|left|inset.*|margin.*|grid-template.*|-webkit-locale)$/;
  const main = document.querySelector('#main');
  const frame = [...document.querySelectorAll('html, body, body *')].filter(
    (element) => main === null || element === main || !main.contains(element),
  );
  const read = () =>
    frame.map((element) => {
      const style = getComputedStyle(element);
      return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]));
    });
  const sheets = [...document.styleSheets].filter(({ href }) => href?.startsWith(`${remoteOrigin}/`));
  const withSheets = read();
  for (const sheet of sheets) sheet.disabled = true;
  const without = read();
  for (const sheet of sheets) sheet.disabled = false;
  const isChanged = (index: number, name: string) => withSheets[index]?.[name] !== without[index]?.[name];
  const changed = frame.flatMap((element, index) =>
    Object.entries(withSheets[index] ?? {}).flatMap(([name, value]) => {
      const own = without[index]?.[name];
      const parent = element.parentElement === null ? -1 : frame.indexOf(element.parentElement);
      if (!isChanged(index, name) || FOLLOWS.test(name) || isChanged(parent, name)) return [];
      return [
        `${element.id ? `#${element.id}` : element.tagName.toLowerCase()} { ${name}: ${value} }, without your sheet ${own}`,
      ];
    }),
  );
  return [...new Set(changed)].slice(0, 6);
}

/** Moves every animation that has an end to it: a text that is half faded in has no contrast yet. */
export async function finishAnimations(): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const running = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState !== 'finished' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    if (running.length === 0) return;
    for (const animation of running) animation.finish();
  }
}
