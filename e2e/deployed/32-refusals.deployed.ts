import { execFile } from 'node:child_process';
import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { parseRegistry } from '@fridge/shared-contracts/page';
import { workOn } from '../contest/work-form.ts';
import { hostWords, serverWords } from '../words.ts';
import { ask } from './ask.ts';
import { startLoad } from './load.ts';
import { expectLogged, withChanged } from './proxy.ts';
import { test } from './story.ts';

const busy = { code: 500, msg: serverWords['server.internal'], data: null };
const tooMany = { code: 429, msg: serverWords['server.busy'], data: null };

test('while no program answers a person reads what to do, calls get the envelope, and what others asked for is there still', async ({
  app,
  site,
  guard,
}) => {
  guard.expectFailedLoads(/activities\.test/);
  const { page } = app;
  const { web1 } = site;
  await app.open('/works');
  const picture = workOn(page, '周末的冰箱').locator('img').first();
  const { draw } = parseRegistry(JSON.parse((await ask(`${site.hostUrl}/remotes.json`)).body))?.remotes ?? {};
  const script = page.locator('script[src^="/assets/"]').first();
  const urls = [
    await script.evaluate((element: HTMLScriptElement) => element.src),
    String(draw?.entry),
    await picture.evaluate((element: HTMLImageElement) => element.src),
  ];
  const keptAs = async (...kept: readonly string[]) => {
    for (const [index, url] of urls.entries()) {
      expect((await ask(url)).status, url).toBe(200);
      await expectLogged(web1, new URL(url).pathname, { kept: kept[index], status: 200 });
    }
  };
  await app.open('/');

  await withChanged(web1, { file: 'pictures.conf', script: 's/200 10m/200 1s/' }, async () => {
    await web1.sh('rm -r /var/lib/nginx/fridge-*/*');
    await keptAs('MISS', 'MISS', 'MISS');
    await keptAs('HIT', 'HIT', 'REVALIDATED');
    await web1.sh('systemctl stop fridge@1 fridge@2');
    try {
      await keptAs('HIT', 'HIT', 'STALE');
      const call = () =>
        page.evaluate(async (api) => {
          const headers = { authorization: 'Basic eDp5' };
          return (await fetch(`${api}/activity/getWorkList`, { method: 'POST', headers })).json();
        }, site.apiUrl);
      expect(await call()).toEqual(busy);
      expect((await ask(`${site.apiUrl}/ready`)).status).toBe(503);

      await app.open('/draw?brand=1');
      await expect(page.getByRole('alert')).toHaveText(serverWords['server.internal']);
    } finally {
      await web1.sh('systemctl start fridge@1 fridge@2');
    }
  });
  await page.getByRole('link', { name: hostWords['host.remote.retry'] }).click();
  await expect(page.locator('#root')).not.toBeEmpty();
  expect(page.url()).toBe(`${site.hostUrl}/draw?brand=1`);
});

test('a program that hangs is ended and started again, and the other one makes its calls', async ({ site }) => {
  const { web1 } = site;
  // The proxy puts programs that were stopped aside for 4 s.
  await expect.poll(async () => (await ask(`${site.hostUrl}/`)).status).toBe(200);
  const pid = async () => web1.sh('systemctl show fridge@1 --property=MainPID --value');
  const before = await pid();
  const load = startLoad(site);
  await web1.sh(`kill -STOP ${before}`);
  const hangs = 'Watchdog timeout';
  await expect.poll(() => web1.sh('journalctl --unit fridge@1 --lines 50'), { timeout: 20_000 }).toContain(hangs);
  await expect.poll(() => web1.run('systemctl is-active fridge@1'), { timeout: 60_000 }).toMatchObject({ code: 0 });
  expect(await pid()).not.toBe(before);
  const { requests, failures } = await load.stop();
  expect(requests).toBeGreaterThan(200);
  // A call that was begun at that moment may have used its nonce up.
  const begun = failures.filter(({ why }) => why.endsWith('code 409'));
  expect(begun.length).toBeLessThanOrEqual(3);
  expect(failures, `of ${requests} requests`).toEqual(begun);
});

test('a flood is counted by its real address and refused in the envelope; others are served', async ({ site }) => {
  // Another visitor than the browser.
  const localAddress = '10.77.0.200';
  await promisify(execFile)('ip', ['addr', 'add', `${localAddress}/24`, 'dev', 'eth0']);
  const servername = new URL(site.apiUrl).hostname;
  const createConnection = () => {
    const socket = connectSocket({ host: site.web1.address, port: 443, localAddress });
    return connectTls({ socket, servername, ALPNProtocols: ['h2'] });
  };
  /** Begins a call under another forged address. @returns the answer, which comes at once if it is refused */
  const begin = async (session: ClientHttp2Session, index: number): Promise<string> => {
    const forged = `203.0.113.${index % 250}`;
    const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, origin: site.hostUrl };
    const stream = session.request({ ':method': 'POST', ':path': '/track', 'content-length': 9, ...headers });
    stream.on('error', () => undefined);
    let allowed: unknown;
    stream.on('response', (answer) => (allowed = answer['access-control-allow-origin']));
    return `${await text(stream)} ${String(allowed)}`;
  };
  // A connection takes 128 requests at a time, an address has 1000.
  const sessions = Array.from({ length: 9 }, () => connect(site.apiUrl, { createConnection }));
  try {
    const calls = sessions.flatMap((session) => Array.from({ length: 128 }, (_, index) => begin(session, index)));
    expect(await Promise.any(calls)).toBe(`${JSON.stringify(tooMany)} ${site.hostUrl}`);
    expect((await ask(`${site.apiUrl}/live`)).status).toBe(200);
  } finally {
    for (const session of sessions) session.destroy();
    await promisify(execFile)('ip', ['addr', 'del', `${localAddress}/24`, 'dev', 'eth0']);
  }
});
