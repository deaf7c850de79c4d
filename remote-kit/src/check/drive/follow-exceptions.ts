import type { Page } from 'playwright-core';

/** Far above what a screen throws before its boundary takes it. */
const MOST_EXCEPTIONS = 200;

/**
 * The host's boundaries take what a screen throws, and say nothing of it: an error may quote a user's input. So a
 * debugger listens.
 * @returns tells the last exception that came from the remote's code, with its stack
 */
export async function followExceptions(page: Page, remoteUrl: string): Promise<() => string | undefined> {
  const debug = await page.context().newCDPSession(page);
  let thrown: string | undefined;
  /** In the host's or React's code that the remote's called; React also tries components to name them. */
  let elsewhere: string | undefined;
  let count = 0;
  debug.on('Debugger.paused', ({ callFrames, data }) => {
    const { description = '' } = data ?? {};
    if (description.includes(remoteUrl)) {
      count += 1;
      if (callFrames[0]?.url.startsWith(remoteUrl) === true) thrown = description;
      else elsewhere ??= description;
    }
    void debug.send(count === MOST_EXCEPTIONS ? 'Debugger.disable' : 'Debugger.resume').catch(() => undefined);
  });
  await debug.send('Debugger.enable');
  await debug.send('Debugger.setPauseOnExceptions', { state: 'all' });
  return () => thrown ?? elsewhere;
}
