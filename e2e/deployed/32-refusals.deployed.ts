import { execFile } from 'node:child_process';
import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { hostWords, serverWords } from '../words.ts';
import { ask } from './ask.ts';
import { test } from './story.ts';

const busy = { code: 500, msg: serverWords['server.internal'], data: null };
const tooMany = { code: 429, msg: serverWords['server.busy'], data: null };

test('while no program answers a person reads what to do, and calls get the envelope', async ({ app, site, guard }) => {
  guard.expectFailedLoads(/activities\.example/);
  const { page } = app;
  await app.open('/');
  await site.web1.sh('systemctl stop fridge@1 fridge@2');
  try {
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
    await site.web1.sh('systemctl start fridge@1 fridge@2');
  }
  await page.getByRole('link', { name: hostWords['host.remote.retry'] }).click();
  await expect(page.locator('#root')).not.toBeEmpty();
  expect(page.url()).toBe(`${site.hostUrl}/draw?brand=1`);
});

test('calls go on while one of two programs hangs', async ({ site }) => {
  const call = async () => {
    const { body } = await ask(`${site.apiUrl}/activity/nothing`, { method: 'POST' });
    const answer = JSON.parse(body) as { code: number }; // the wire's envelope
    return answer.code;
  };
  // The proxy puts programs that were stopped aside for 4 s.
  await expect.poll(call).toBe(400);
  const pid = await site.web1.sh('systemctl show fridge@1 --property=MainPID --value');
  await site.web1.sh(`kill -STOP ${pid}`);
  try {
    const codes: number[] = [];
    let begun = 0;
    const oneAfterTheOther = async () => {
      while (begun < 40) {
        begun += 1;
        codes.push(await call());
      }
    };
    await Promise.all(Array.from({ length: 4 }, oneAfterTheOther));
    // Those that it took hang until the proxy gives them up; others go by it.
    expect(codes.filter((code) => code === 500).length).toBeLessThanOrEqual(8);
    expect(codes.filter((code) => code === 400).length).toBeGreaterThanOrEqual(32);
    expect((await ask(`${site.hostUrl}/`)).status).toBe(200);
  } finally {
    await site.web1.sh(`kill -CONT ${pid}`);
  }
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
