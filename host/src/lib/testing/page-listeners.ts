import { afterEach, beforeEach, vi } from 'vitest';

/**
 * The host listens as long as its page: after each test, removes what the test made window and document listen to.
 * @returns does so at once
 */
export function removePageListeners(): () => void {
  const added: (() => void)[] = [];
  beforeEach(() => {
    for (const target of [window, document]) {
      const add = target.addEventListener.bind(target);
      vi.spyOn(target, 'addEventListener').mockImplementation((...args: Parameters<Element['addEventListener']>) => {
        add(...args);
        added.push(() => target.removeEventListener(...args));
      });
    }
  });
  const leave = () => added.splice(0).forEach((remove) => remove());
  afterEach(leave);
  return leave;
}
