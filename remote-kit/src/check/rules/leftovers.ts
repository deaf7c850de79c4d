import type { Leftover } from '../watch/watch-page.ts';
import { fault, type VisitRule } from '../rule.ts';

const words: Readonly<Record<Leftover['kind'], readonly [name: string, todo: string]>> = {
  listener: ['a listener', 'Remove it in the clean-up of the effect that adds it.'],
  interval: ['a timer', 'Call clearInterval in the clean-up of the effect that starts it.'],
  timeout: ['a timer', 'Call clearTimeout in the clean-up of the effect that starts it, and start none after that.'],
  frame: ['a loop of frames', 'Call cancelAnimationFrame in the clean-up of the effect that asks for frames.'],
  observer: ['an observer', 'Call disconnect() in the clean-up of the effect that observes.'],
};

/** Nothing of the screen goes on after it was left. */
export const leftovers: VisitRule = async ({ page }) => {
  const found = (await page.watch('leftovers')) ?? [];
  return found.map(({ kind, what, at }) => {
    const [name, todo] = words[kind];
    return fault('leftovers', `after it is left, ${name} of it goes on: ${what}, from ${at}`, todo);
  });
};
