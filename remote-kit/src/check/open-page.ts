import { type BrowserContext, type Page } from 'playwright-core';
import {
  isRecord,
  LOADING_PAGE,
  parseJson,
  type TrackedEvent,
  trackedEventSchema,
  USAGE_EVENTS_KEY,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { type HouseholdName, households } from '../stage/households.ts';
import type { Stage } from '../stage/stage.ts';
import type { PageError, ViewSize, VisitPart } from './observation.ts';
import { inPage } from '../stage/in-page.ts';
import { readEvents } from './page/look-at-page.ts';
import { watchPage } from './page/watch-page.ts';
import { visitLimits } from './limits.ts';

const POLL_MS = 60;

/** A page of the host with its watch, and what it says to the outside. */
export type WatchedPage = Awaited<ReturnType<typeof openPage>>;

/** @param context closed by `close` */
export async function openPage(
  context: BrowserContext,
  stage: Stage,
  { household, size }: { household: HouseholdName; size: ViewSize },
) {
  const native = households[household].inApp ? stage.nativeAnswers(household) : null;
  await context.addInitScript({
    content: inPage(watchPage, { remoteOrigin: stage.remoteUrl, loadingPage: LOADING_PAGE, native }),
  });
  const page: Page = await context.newPage();
  await page.setViewportSize(size);

  const own = new Set([stage.hostUrl, stage.apiUrl, stage.remoteUrl]);
  const errors: PageError[] = [];
  const foreign = new Set<string>();
  const events = new Map<string, TrackedEvent>();
  let part: VisitPart = 'opening';
  let path = '';

  const addError = (text: string) => {
    const place = nearestFrames(text, stage);
    if (!errors.some((known) => known.text === place)) errors.push({ text: place, part });
  };
  page.on('pageerror', (error) => addError(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The page's policy and failed requests are told of by themselves.
    const text = message.text();
    if (/Content Security Policy|Failed to load resource/i.test(text)) return;
    addError(`console: ${text}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && !own.has(url.origin)) foreign.add(url.origin);
    if (url.href === `${stage.apiUrl}/track`) keepEvents(request.postData() ?? '');
  });

  function keepEvents(json: string): void {
    const read = parseJson(json);
    const list = Array.isArray(read) ? read : isRecord(read) && Array.isArray(read['events']) ? read['events'] : [];
    for (const each of list) {
      const event = v.safeParse(trackedEventSchema, each);
      if (event.success) events.set(event.output.id, event.output);
    }
  }

  let isHung = false;
  /** @returns `undefined` while the page changes its document, and once its code doesn't come to an end */
  const run = async <Result>(code: string): Promise<Result | undefined> => {
    const silent = AbortSignal.timeout(visitLimits.answer);
    const given = page.evaluate<Result>(code).catch(() => undefined);
    await Promise.race([given, new Promise((resolve) => silent.addEventListener('abort', resolve))]);
    if (!silent.aborted || page.isClosed()) return given;
    isHung = true;
    await close();
    return undefined;
  };
  const close = () => context.close().catch(() => undefined);

  return {
    page,
    run,
    errors: (): readonly PageError[] => errors,
    events: () => [...events.values()],
    foreign: () => [...foreign],
    isHung: () => isHung,
    path: () => path,
    enter: (next: VisitPart) => void (part = next),
    part: () => part,

    /** Waits for something that the page's events or its path tell. @returns whether it came in time */
    async waitFor(isThere: (events: readonly TrackedEvent[], path: string) => boolean, mostMs: number) {
      const end = Date.now() + mostMs;
      for (;;) {
        const read = await run<ReturnType<typeof readEvents>>(inPage(readEvents, USAGE_EVENTS_KEY));
        if (read) {
          path = read.path;
          keepEvents(read.events);
        }
        if (isThere([...events.values()], path)) return true;
        if (Date.now() > end || page.isClosed()) return false;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    close,
  };
}

/** An error's message and the nearest frame of the remote's files. */
function nearestFrames(text: string, { remoteUrl }: Stage): string {
  const lines = text.split('\n');
  const frame = lines.slice(1).find((line) => line.includes(remoteUrl));
  return [lines[0] ?? '', ...(frame === undefined ? [] : [frame.trim()])].join(' ').replaceAll(`${remoteUrl}/`, '');
}
