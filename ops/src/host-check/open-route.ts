import { answerCode } from '@fridge/shared-contracts';
import {
  isRecord,
  parseJson,
  type TrackedEvent,
  trackedEventSchema,
  USAGE_EVENTS_KEY,
} from '@fridge/shared-contracts/page';
import { visitLimits } from '@fridge/remote-kit/check/limits';
import { readEvents, waitUntilStill } from '@fridge/remote-kit/check/watch/look-at-page';
import { inPage } from '@fridge/remote-kit/stage/in-page';
import type { FastifyInstance } from 'fastify';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import * as v from 'valibot';
import { verdictOf } from './verdict.ts';

const POLL_MS = 60;

/** `host`: answers for the site's origin; `api`: the site's, to which nothing is sent. */
export type Opening = {
  browser: Browser;
  site: string;
  api: string;
  host: FastifyInstance;
  ignoreCertificates: boolean;
};

/**
 * Opens a route at the site's address, with the new host in place of the site's and the release from where it is
 * served.
 * @returns `open`, or why not
 */
export async function openRoute(opening: Opening, remote: string, path: string): Promise<string> {
  const context = await opening.browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ignoreHTTPSErrors: opening.ignoreCertificates,
  });
  const events = new Map<string, TrackedEvent>();
  const keep = (json: string) => eventsOf(json).forEach((event) => events.set(event.id, event));
  try {
    await standIn(context, opening, keep);
    const page = await context.newPage();
    await page.goto(`${opening.site}${path}`, { waitUntil: 'commit', timeout: visitLimits.page });
    const read = () => readKept(page).then(keep);
    const end = Date.now() + visitLimits.open;
    for (;;) {
      await read();
      const verdict = verdictOf([...events.values()], remote);
      if (verdict !== null && verdict !== 'open') return verdict;
      if (verdict === 'open') break;
      if (Date.now() > end) return `nothing within ${visitLimits.open / 1000} s`;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    // A screen that draws nothing, or throws as its data comes, is taken down.
    await inTime(page.evaluate(inPage(waitUntilStill, visitLimits.still)));
    await read();
    return verdictOf([...events.values()], remote) ?? 'open';
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  } finally {
    await context.close().catch(() => undefined);
  }
}

/** @returns `undefined` while the document changes, and for a page whose code doesn't come to an end */
const inTime = <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([
    work.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, visitLimits.answer, undefined)),
  ]);

async function readKept(page: Page): Promise<string> {
  const kept = await inTime(page.evaluate<ReturnType<typeof readEvents>>(inPage(readEvents, USAGE_EVENTS_KEY)));
  return kept?.events ?? '[]';
}

function eventsOf(json: string): TrackedEvent[] {
  const read = parseJson(json);
  const list: unknown = isRecord(read) ? read['events'] : read;
  return Array.isArray(list)
    ? list.flatMap((each) => {
        const event = v.safeParse(trackedEventSchema, each);
        return event.success ? [event.output] : [];
      })
    : [];
}

/** The host is the new one, the API answers as while it is away, and everything else comes from where it is. */
async function standIn(context: BrowserContext, opening: Opening, keep: (json: string) => void): Promise<void> {
  const { site, api, host } = opening;
  await context.route(
    ({ origin }) => origin === api && api !== site,
    (route) => answerAsApi(route, keep),
  );
  await context.route(
    ({ origin }) => origin === site,
    (route) => answerAsHost(route, host),
  );
}

async function answerAsApi(route: Route, keep: (json: string) => void): Promise<void> {
  const request = route.request();
  const isEvents = new URL(request.url()).pathname === '/track';
  if (isEvents) keep(request.postData() ?? '');
  const code = isEvents ? answerCode.success : answerCode.ourFault;
  await route.fulfill({
    headers: {
      'access-control-allow-origin': (await request.headerValue('origin')) ?? '*',
      'access-control-allow-headers': 'authorization, content-type',
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify({ code, msg: '', data: null }),
  });
}

async function answerAsHost(route: Route, host: FastifyInstance): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const answer = await host.inject({ method: 'GET', url: `${pathname}${search}`, headers: { host: 'host' } });
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    value === undefined || name === 'set-cookie' ? [] : [[name, String(value)] as const],
  );
  await route.fulfill({ status: answer.statusCode, headers: Object.fromEntries(headers), body: answer.rawPayload });
}
