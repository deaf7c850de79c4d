import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { makeCertificate } from '../../deploy/src/authority.ts';
import { DOMAIN, originOf } from '../../deploy/src/site.ts';
import { type Asked, ask } from './ask.ts';
import { expectLogged, withChanged } from './proxy.ts';
import { test } from './story.ts';

const OTHER_ADDRESS = '10.77.0.200';

test("behind a CDN a visitor's address is what the CDN says, and nobody else is believed", async ({ site }) => {
  const { web1 } = site;
  const cdn = await web1.sh(`getent hosts visitor | cut -d' ' -f1`);
  const live = `${site.apiUrl}/live`;
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  const networkOf = ({ headers: answered }: Asked, network: string) =>
    expectLogged(web1, String(answered['x-request-id']), { network });
  await promisify(execFile)('ip', ['addr', 'add', `${OTHER_ADDRESS}/24`, 'dev', 'eth0']);
  const script = `s/^# set_real_ip_from .*/set_real_ip_from ${cdn};/; s/^# real_ip/real_ip/`;
  try {
    await networkOf(await ask(live, { headers }), '10.77.0.0/24');
    await withChanged(web1, { file: 'visitors.conf', script }, async () => {
      await expect(async () => networkOf(await ask(live, { headers }), '198.51.100.0/24')).toPass();
      await networkOf(await ask(live, { headers, localAddress: OTHER_ADDRESS }), '10.77.0.0/24');
    });
  } finally {
    await promisify(execFile)('ip', ['addr', 'del', `${OTHER_ADDRESS}/24`, 'dev', 'eth0']);
  }
});

test("operators' own certificates: without one nothing is answered, nor by a connection to another name", async ({
  site,
}) => {
  const { web1 } = site;
  const folder = await mkdtemp(join(tmpdir(), 'operators-'));
  const { authority, fullchain, privkey } = await makeCertificate(folder, ['operator']);
  const [cert, key] = await Promise.all([fullchain, privkey].map((file) => readFile(file)));
  await web1.copy(authority, '/etc/fridge/tls/operators-ca.pem');
  const ready = `${originOf('operations')}/ready`;
  try {
    await withChanged(web1, { file: 'sites/operations.conf', script: 's/^  # ssl_/  ssl_/' }, async () => {
      await expect.poll(async () => (await ask(ready)).status).toBe(400);
      expect((await ask(ready, { cert, key })).status).toBe(200);
      // As a browser does that has the page open, whose certificate names the operators' name too. It asks again by a
      // connection of its own then.
      const misdirected = { cert, key, servername: DOMAIN };
      expect((await ask(ready, misdirected)).status).toBe(421);
      expect((await ask(`${site.hostUrl}/`, misdirected)).status).toBe(200);
    });
    await expect.poll(async () => (await ask(ready)).status).toBe(200);
  } finally {
    await rm(folder, { recursive: true });
  }
});
