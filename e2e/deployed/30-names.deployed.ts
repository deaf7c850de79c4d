import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { connect } from 'node:http2';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { expect } from '@playwright/test';
import { DOMAIN, originOf } from '../../deploy/src/site.ts';
import { ask } from './ask.ts';
import { expectLogged } from './proxy.ts';
import { test } from './story.ts';

const asVisitor = (name: string) => ({ headers: { cookie: `__Host-visitor=${name.repeat(22)}` } });
const HSTS = 'max-age=31536000';
const encoded = { headers: { 'accept-encoding': 'gzip, deflate, br' } };

test('every page keeps to the content security policy that the program sends', async ({ app }) => {
  await app.page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`CSP ${violatedDirective} ${blockedURI}`),
    );
  });
  const activities = ['/', '/open', '/step', '/rule', '/draw', '/draw/rule', '/prize', '/works', '/upload', '/detail'];
  for (const path of [...activities, '/yearReport', '/yearReport/rule', '/share', '/default']) {
    await app.open(path);
    await expect(app.page.locator('#root')).not.toBeEmpty();
    await app.page.waitForLoadState('networkidle');
  }
});

test('each header is there once, and files are kept compressed for ever', async ({ site }) => {
  const page = await ask(`${site.hostUrl}/`, encoded);
  expect(page).toMatchObject({
    status: 200,
    repeated: [],
    headers: { 'content-encoding': 'br', 'cache-control': 'private, no-cache', 'strict-transport-security': HSTS },
  });
  const direct = await site.web1.sh(
    `curl -sI http://127.0.0.1:4170/ | grep -i '^content-security-policy:' | tr -d '\\r'`,
  );
  expect(direct).toBe(`content-security-policy: ${String(page.headers['content-security-policy'])}`);

  const html = (await ask(`${site.hostUrl}/`)).body;
  const script = /\/assets\/index-[\w-]+\.js/.exec(html)?.[0] ?? 'none';
  const served = `/${'campaign2023'}/1.0.0`;
  const release: unknown = JSON.parse((await ask(`${originOf('remotes')}${served}/release.json`)).body);
  const { scripts } = release as { scripts: { file: string; bytes: number }[] }; // the release's own description
  // The smallest, the entry among them, are sent as they are.
  const file = scripts.toSorted((one, other) => other.bytes - one.bytes)[0]?.file ?? 'none';
  const files = [
    `${site.hostUrl}${script}`,
    `${originOf('remotes')}${served}/${file}`,
    `${originOf('remotes')}/~1${served}/${file}?again=1`,
  ];
  for (const url of files) {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { status, repeated, headers } = await ask(url, { headers: { 'accept-encoding': accepted } });
      expect({ status, repeated }, url).toEqual({ status: 200, repeated: [] });
      expect(headers, url).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'strict-transport-security': HSTS,
      });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary?.toLowerCase()).toBe('accept-encoding');
      if (url.startsWith(originOf('remotes'))) expect(headers['access-control-allow-origin']).toBe('*');
    }
  }
  const live = await ask(`${site.apiUrl}/live`, { headers: { origin: site.hostUrl } });
  expect(live).toMatchObject({
    status: 200,
    repeated: [],
    headers: {
      'strict-transport-security': HSTS,
      'access-control-allow-origin': site.hostUrl,
      'x-server-time': expect.stringMatching(/^\d{13}$/),
    },
  });
});

test('no page, registry or id of one visitor reaches another one', async ({ site }) => {
  const [ids, cookies] = [new Set<string | undefined>(), new Set<string>()];
  let [views, welcomed] = [0, 0];
  for (const path of ['/', '/draw', '/assets/none', '/remotes.json', '/remotes.json?contract=3.0'])
    for (const options of [{}, {}, asVisitor('a'), asVisitor('b'), asVisitor('b')]) {
      const { status, headers } = await ask(site.hostUrl + path, options);
      expect({ status, kept: headers['cache-control'] }, path).toEqual({ status: 200, kept: 'private, no-cache' });
      const isPage = !path.startsWith('/remotes.json');
      if (isPage) ids.add(/page;desc="([^"]+)"/.exec(String(headers['server-timing']))?.[1]);
      if (isPage) views += 1;
      const isNew = isPage && !('headers' in options);
      expect(headers['set-cookie']?.length ?? 0, path).toBe(isNew ? 1 : 0);
      if (isNew) welcomed += 1;
      for (const cookie of headers['set-cookie'] ?? []) cookies.add(cookie);
    }
  expect([ids.size, cookies.size]).toEqual([views, welcomed]);
});

test('a program is asked once for the switches that many pages poll at a time', async ({ site }) => {
  const url = `${site.hostUrl}/switches.json`;
  const logged = async () => {
    const lines = await site.web1.sh(`grep -F '"path":"/switches.json"' /var/log/nginx/access.log || true`);
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line): { program: string } => JSON.parse(line));
  };
  const before = (await logged()).length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(url, encoded)));
  for (const { status, headers, repeated } of answers) {
    expect({ status, repeated, cookies: headers['set-cookie'] }).toEqual({
      status: 200,
      repeated: [],
      cookies: undefined,
    });
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3', 'content-encoding': 'br' });
  }
  const etag = String(answers[0]?.headers.etag);
  expect((await ask(url, { headers: { ...encoded.headers, 'if-none-match': etag } })).status).toBe(304);
  await expect.poll(async () => (await logged()).length).toBeGreaterThan(before + 50);
  const asked = (await logged()).slice(before).filter(({ program }) => program !== '');
  expect(asked.length).toBeLessThan(10);
});

test('browsers come by https and HTTP/2; other names and addresses get nothing', async ({ site }) => {
  const session = connect(site.hostUrl);
  await once(session, 'connect');
  expect(session.alpnProtocol).toBe('h2');
  expect(session.socket instanceof TLSSocket && session.socket.getProtocol()).toBe('TLSv1.3');
  session.close();

  const moved = plainRequest(`http://${DOMAIN}/draw?brand=1`).end();
  const [{ statusCode, headers }] = await once(moved, 'response');
  expect([statusCode, headers.location]).toEqual([301, `https://${DOMAIN}/draw?brand=1`]);

  const stranger = connectTls({ host: site.web1.address, port: 443, servername: 'other.example' });
  await expect(once(stranger, 'secureConnect')).rejects.toThrow(/unrecognized name/);
  const old = connectTls({
    host: site.web1.address,
    port: 443,
    servername: DOMAIN,
    maxVersion: 'TLSv1.1',
  });
  await expect(once(old, 'secureConnect')).rejects.toThrow();

  expect((await ask(`${originOf('pictures')}/live`)).status).toBe(404);
  expect((await ask(`${originOf('operations')}/metrics`)).status).toBe(404);
  expect((await ask(`${originOf('remotes')}/campaign2023/1.0.0/missing.js`)).status).toBe(404);
});

test("the proxy's log has each request's id, and nothing of its query", async ({ site }) => {
  const asked = await ask(`${site.apiUrl}/live?phone=13800138000&token=secret`, {
    headers: { 'x-request-id': 'chosen-by-a-stranger', 'x-forwarded-for': '203.0.113.9' },
  });
  const id = String(asked.headers['x-request-id']);
  expect(id).toMatch(/^[\da-f]{32}$/);
  await expectLogged(site.web1, id, { path: '/live', status: 200, network: '10.77.0.0/24' });
  const lines = await site.web1.sh(`cat /var/log/nginx/access.log /var/log/nginx/error.log`);
  expect(lines).not.toContain('13800138000');
  expect(lines).not.toContain('secret');
  expect(lines).not.toContain('203.0.113');
  // The program's log says the same id.
  expect(await site.web1.sh(`journalctl -u 'fridge@*' -o cat | grep -c ${id}`)).toBe('1');
});
