import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import {
  isRecord,
  LOADING_PAGE,
  parseJson,
  type FailurePhase,
  type FailureReason,
  type TrackedEvent,
  trackedEventSchema,
  USAGE_EVENTS_KEY,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { NativeAnswers } from '../../stage/households.ts';
import { visitLimits } from '../limits.ts';
import { readEvents, readWatch, waitUntilStill } from '../watch/look-at-page.ts';
import { type PageWatch, watchPage } from '../watch/watch-page.ts';
import { followExceptions } from './follow-exceptions.ts';

const POLL_MS = 60;

/** Part of a visit: the screen opens, is left, and is opened again by the browser's back. */
export type VisitPart = 'opening' | 'leaving' | 'again';

/** The host tells them by its usage events. `part`: in which it was first seen. */
export type ScreenFailure = { phase: FailurePhase; reason: FailureReason; part: VisitPart };

/** Other failures are of a screen that stands. */
export const isOfOpening = ({ phase }: { phase: string }): boolean =>
  !['callback', 'call', 'share', 'shell'].includes(phase);

type Origins = { hostUrl: string; apiUrl: string; remoteUrl: string };

/** A page of the host with its watch, and what it says to the outside. */
export type WatchedPage = Awaited<ReturnType<typeof openPage>>;

/**
 * A page that hangs is closed at the limit.
 * @param native what the app around it answers; `null`: a plain browser
 */
export async function openPage(
  browser: Browser,
  { hostUrl, apiUrl, remoteUrl }: Origins,
  options: BrowserContextOptions,
  native: NativeAnswers | null = null,
) {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...options });
  await context.addInitScript({
    content: inPage(watchPage, { remoteOrigin: remoteUrl, loadingPage: LOADING_PAGE, native }),
  });
  const page = await context.newPage();
  const lastException = await followExceptions(page, remoteUrl);

  const seen = {
    part: 'opening' as VisitPart,
    path: '',
    /** Usage events of the host, each once. */
    events: [] as TrackedEvent[],
    /** How often a screen was opened. */
    opens: 0,
    failures: [] as ScreenFailure[],
    /** What an exception said that made the screen fail; `null`: not known. */
    crash: null as string | null,
    /** Uncaught, or in the console. */
    errors: [] as { text: string; part: VisitPart }[],
    /** Origins that the page asked, besides the host's, the API's and the remote's. */
    foreign: new Set<string>(),
    /** The page stopped answering: its code doesn't come to an end. */
    hung: false,
  };
  const addError = (error: string) => {
    const text = nearestFrame(error, remoteUrl);
    if (!seen.errors.some((known) => known.text === text)) seen.errors.push({ text, part: seen.part });
  };
  page.on('pageerror', (error) => addError(error.stack ?? error.message));
  page.on('console', (message) => {
    const text = message.text();
    // The page's policy and failed requests are told of by themselves.
    if (message.type() === 'error' && !/Content Security Policy|Failed to load resource/i.test(text))
      addError(`console: ${text}`);
  });
  page.on('request', (request) => {
    const { protocol, origin, href } = new URL(request.url());
    if (/^https?:$/.test(protocol) && ![hostUrl, apiUrl, remoteUrl].includes(origin)) seen.foreign.add(origin);
    if (href === `${apiUrl}/track`) keepEvents(request.postData() ?? '');
  });

  function keepEvents(json: string): void {
    const read = parseJson(json);
    const list = isRecord(read) ? read['events'] : read;
    for (const each of Array.isArray(list) ? list : []) {
      const { success, output: event } = v.safeParse(trackedEventSchema, each);
      if (!success || seen.events.some(({ id }) => id === event.id)) continue;
      seen.events.push(event);
      if (event.event === 'open') seen.opens += 1;
      if (event.event !== 'failure') continue;
      const { phase, reason } = event;
      seen.failures.push({ phase, reason, part: seen.part });
      const exception = phase === 'render' && reason === 'threw' ? lastException() : undefined;
      if (exception !== undefined) seen.crash ??= nearestFrame(exception, remoteUrl);
    }
  }

  const close = () => {
    clearTimeout(limit);
    return context.close().catch(() => undefined);
  };
  const limit = setTimeout(() => void close(), visitLimits.whole);

  /** @returns `undefined` while the page changes its document, and once its code doesn't come to an end */
  const run = async <Result>(code: string): Promise<Result | undefined> => {
    const given = page.evaluate<Result>(code).catch(() => undefined);
    const isSilent = await Promise.race([given.then(() => false), pause(visitLimits.answer, true, { ref: false })]);
    if (!isSilent || page.isClosed()) return given;
    seen.hung = true;
    await close();
    return undefined;
  };
  const look = <Argument, Result>(
    from: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Awaited<Result> | undefined> => run(inPage(from, argument));

  return {
    page,
    seen,
    run,
    /** Runs a function in the page. */
    look,
    /** What the watch has seen. */
    watch: <Part extends keyof PageWatch>(part: Part) => look(readWatch<Part>, part),
    close,
    /** @returns whether an answer came */
    goto: (address: string): Promise<boolean> =>
      page.goto(address, { waitUntil: 'commit', timeout: visitLimits.page }).then(
        () => true,
        () => false,
      ),
    /** Waits until the screen stands still. */
    settle: async () => (await look(waitUntilStill, visitLimits.still)) ?? 'waiting',
    /** Waits for something that `seen` tells. @returns whether it came in time */
    async waitFor(isThere: () => boolean | Promise<boolean>, mostMs: number): Promise<boolean> {
      const end = Date.now() + mostMs;
      for (;;) {
        const read = await look(readEvents, USAGE_EVENTS_KEY);
        if (read) {
          seen.path = read.path;
          keepEvents(read.events);
        }
        if (await isThere()) return true;
        if (Date.now() > end || page.isClosed()) return false;
        await pause(POLL_MS);
      }
    },
  };
}

/** An error's message and the nearest frame of the remote's files. */
function nearestFrame(text: string, remoteUrl: string): string {
  const [message = '', ...lines] = text.split('\n');
  const frame = lines.find((line) => line.includes(remoteUrl));
  return `${message} ${frame?.trim() ?? ''}`.trim().replaceAll(`${remoteUrl}/`, '');
}

/**
 * A function as code for the page. It may use nothing but its argument and the page. Tools that keep functions' names
 * (esbuild) call `__name` in it.
 */
function inPage<Argument, Result>(run: (argument: Argument) => Result, argument: Argument): string {
  return `(() => { const __name = (value) => value; return (${run.toString()})(${JSON.stringify(argument)}); })()`;
}
