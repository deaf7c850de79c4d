import { answerCode } from '@fridge/shared-contracts';
import { openPage } from '@fridge/remote-kit/check/drive/open-page';
import { visitLimits } from '@fridge/remote-kit/check/limits';
import type { FastifyInstance } from 'fastify';
import type { Browser, BrowserContext, Route } from 'playwright-core';
import { verdictOf } from './verdict.ts';

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
 * @param entry address of the remote's entry
 * @returns `open`, or why not
 */
export async function openRoute(opening: Opening, remote: string, entry: string, path: string): Promise<string> {
  const { browser, site, api } = opening;
  const origins = { hostUrl: site, apiUrl: api, remoteUrl: new URL(entry).origin };
  const watched = await openPage(browser, origins, { ignoreHTTPSErrors: opening.ignoreCertificates });
  const { page, seen, waitFor, settle } = watched;
  const verdict = () => verdictOf(seen.events, remote);
  try {
    await standIn(page.context(), opening);
    await page.goto(`${site}${path}`, { waitUntil: 'commit', timeout: visitLimits.page });
    if (!(await waitFor(() => verdict() !== null, visitLimits.open)))
      return `nothing within ${visitLimits.open / 1000} s`;
    // A screen that draws nothing, or throws as its data comes, is taken down.
    if (verdict() === 'open') {
      await settle();
      await waitFor(() => true, 0);
    }
    return verdict() ?? 'open';
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  } finally {
    await watched.close();
  }
}

/** The host is the new one, the API answers as while it is away, and everything else comes from where it is. */
async function standIn(context: BrowserContext, { site, api, host }: Opening): Promise<void> {
  await context.route(({ origin }) => origin === api && api !== site, answerAsApi);
  await context.route(
    ({ origin }) => origin === site,
    (route) => answerAsHost(route, host),
  );
}

async function answerAsApi(route: Route): Promise<void> {
  const request = route.request();
  const isEvents = new URL(request.url()).pathname === '/track';
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
