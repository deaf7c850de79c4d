import type { PageWatch } from './watch-page.ts';

// Each runs in the page, by `inPage`.
// oxlint-disable unicorn/consistent-function-scoping -- nothing outside of a function exists in the page

/** What the watch has seen. */
export function readWatch<Part extends keyof PageWatch>(part: Part): ReturnType<PageWatch[Part]> | null {
  const watch = Reflect.get(window, Symbol.for('remote-kit check')) as PageWatch | undefined; // of watch-page.ts
  return watch ? (watch[part]() as ReturnType<PageWatch[Part]>) : null; // TypeScript calls a union of functions
}

/** Events that the host keeps until the server has them, as JSON; and the path. @param key of `localStorage` */
export const readEvents = (key: string) => ({ path: location.pathname, events: localStorage.getItem(key) ?? '[]' });

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

/** Whether something on the screen says that it waits. */
export const isBusy = (): boolean => document.querySelector('#main [aria-busy="true"]') !== null;

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
