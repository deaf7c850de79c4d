import type { Browser, BrowserContextOptions } from 'playwright-core';
import { isRecord, LOADING_PAGE, parseJson, trackedEventSchema, USAGE_EVENTS_KEY } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { type HouseholdName, households } from '../../stage/households.ts';
import { inPage } from '../../stage/in-page.ts';
import type { Stage } from '../../stage/stage.ts';
import { visitLimits } from '../limits.ts';
import { readEvents, waitUntilStill } from '../watch/look-at-page.ts';
import { watchPage } from '../watch/watch-page.ts';
import type { ScreenFailure, VisitPart } from './screen-failure.ts';

const POLL_MS = 60;

export type ViewSize = { width: number; height: number };

/** Like a phone with the app's web view. */
export const phone = { isMobile: true, hasTouch: true } as const;

/** A page of the host with its watch, and what it says to the outside. */
export type WatchedPage = Awaited<ReturnType<typeof openPage>>;

/** A page that hangs is closed at the limit. */
export async function openPage(
  browser: Browser,
  stage: Stage,
  { household, size }: { household: HouseholdName; size: ViewSize },
  device: BrowserContextOptions = phone,
) {
  const context = await browser.newContext({
    viewport: size,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...device,
  });
  const native = households[household].inApp ? stage.nativeAnswers(household) : null;
  await context.addInitScript({
    content: inPage(watchPage, { remoteOrigin: stage.remoteUrl, loadingPage: LOADING_PAGE, native }),
  });
  const page = await context.newPage();

  const seen = {
    part: 'opening' as VisitPart,
    path: '',
    /** How often a screen was opened. */
    opens: 0,
    failures: [] as ScreenFailure[],
    /** Uncaught, or in the console. */
    errors: [] as { text: string; part: VisitPart }[],
    /** Origins that the page asked and that aren't the stage's. */
    foreign: new Set<string>(),
    /** The page stopped answering: its code doesn't come to an end. */
    hung: false,
  };
  const own = new Set([stage.hostUrl, stage.apiUrl, stage.remoteUrl]);
  const addError = (error: string) => {
    const text = nearestFrame(error, stage.remoteUrl);
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
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && !own.has(url.origin)) seen.foreign.add(url.origin);
    if (url.href === `${stage.apiUrl}/track`) keepEvents(request.postData() ?? '');
  });

  const known = new Set<string>();
  function keepEvents(json: string): void {
    const read = parseJson(json);
    const list = isRecord(read) ? read['events'] : read;
    for (const each of Array.isArray(list) ? list : []) {
      const { success, output: event } = v.safeParse(trackedEventSchema, each);
      if (!success || known.has(event.id)) continue;
      known.add(event.id);
      if (event.event === 'open') seen.opens += 1;
      if (event.event === 'failure') seen.failures.push({ phase: event.phase, reason: event.reason, part: seen.part });
    }
  }

  const close = () => {
    clearTimeout(limit);
    return context.close().catch(() => undefined);
  };
  const limit = setTimeout(() => void close(), visitLimits.whole);

  /** @returns `undefined` while the page changes its document, and once its code doesn't come to an end */
  const run = async <Result>(code: string): Promise<Result | undefined> => {
    const silent = AbortSignal.timeout(visitLimits.answer);
    const given = page.evaluate<Result>(code).catch(() => undefined);
    await Promise.race([given, new Promise((resolve) => silent.addEventListener('abort', resolve))]);
    if (!silent.aborted || page.isClosed()) return given;
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
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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
