import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inRepository } from '../../../ops/src/workspace.ts';
import { layOutSite, readSecret, SECRETS, SETTINGS, SITE, type Site } from './site.ts';

const HOST = `https://${SITE}`;
const API = `https://api.${SITE}`;
const IMAGE = 'fridge:1.0.0';
const PROGRAMS = ['program1', 'program2', 'operations'];

let site: Site;
beforeAll(async () => {
  site = await layOutSite(process.env['CONTAINER_TEST_FOLDER'] ?? '');
});
afterAll(() => site?.stop());

const inImage = (...words: readonly string[]) =>
  site.engine.docker('run', '--rm', '--network', 'none', IMAGE, ...words);
/** Of Debian's docker-compose, which has no terminal here. */
const inContainer = (service: string, line: string) => site.sh(`docker compose exec -T ${service} ${line}`);
const ops = (line: string) => inContainer('operations', `node ops/dist/ops.js ${line}`);

it('builds the image from the release: not root, nothing of it writable, no secret and no source in it', async () => {
  await site.asWritten('ln -sfn /etc/fridge/container.env .env');
  await site.asWritten('docker compose build');
  expect((await inImage('id', '-u')).trim()).toBe('10001');
  const writable = await inImage('find', '/srv', '-writable', '-not', '-type', 'l');
  expect(writable).toBe('');
  const files = (await inImage('sh', '-c', 'cd /srv/fridge && ls -a . deploy/container server')).split(/\s+/);
  expect(files).toEqual(expect.arrayContaining(['version.json', 'node_modules', 'ready.mjs', 'procedures', 'schema']));
  for (const name of ['.env', 'secrets.sh', 'src', 'docs']) expect(files).not.toContain(name);
  const history = await site.engine.docker('history', '--no-trunc', IMAGE);
  const config = await site.engine.docker('inspect', IMAGE);
  for (const name of readdirSync(SECRETS)) expect(history + config, name).not.toContain(readSecret(name));
});

it('starts everything in its order: the database is migrated and the bucket made before a program runs', async () => {
  await site.asWritten('docker compose up -d');
  for (const service of ['database', 'migrate', 'bucket'])
    expect(await site.inspect(service, '{{.State.Status}} {{.State.ExitCode}}'), service).toBe('exited 0');
  for (const service of PROGRAMS) await healthy(service);
  expect(await site.asWritten('docker compose ps')).toMatch(/program2.*healthy/);
  expect(await site.sh('docker compose logs --no-color bucket')).toContain('The bucket pictures is there');
  const change = 'psql "$(cat /run/secrets/database-url)" --command "create table other ()"';
  await expect(site.sh(`docker compose run --rm -T --entrypoint sh database -c '${change}'`)).rejects.toThrow(
    'permission denied',
  );
  for (const service of PROGRAMS) {
    const [readOnly, memory, environment] = (
      await site.inspect(service, '{{.HostConfig.ReadonlyRootfs}}|{{.HostConfig.Memory}}|{{.Config.Env}}')
    ).split('|');
    expect(readOnly).toBe('true');
    expect(Number(memory)).toBeGreaterThan(0);
    for (const name of readdirSync(SECRETS)) expect(environment).not.toContain(readSecret(name));
  }
});

it('check-config finds nothing to say of it', async () => {
  const said = await inContainer('program1', 'node server/dist/main.js check-config');
  expect(said).toContain('The configuration is complete.');
});

it('serves the page and its files through nginx, by its names and over TLS', async () => {
  const page = await fetch(`${HOST}/`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain(API);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const file = await fetch(new URL(script, HOST), { headers: { 'accept-encoding': 'br' } });
  expect([file.status, file.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(file.headers.get('cache-control')).toContain('immutable');
  const ready = await fetch(`${API}/ready`);
  expect(await ready.json()).toMatchObject({ code: 0 });
  expect((await fetch(`${API}/demo/login`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`https://operations.${SITE}/`)).status, 'not from everywhere').toBe(403);
});

it('takes a release that a team uploads, in the bucket, and serves it to pages', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'jwk' }).x ?? '';
  await ops(`team add fridge --remotes draw --origins none --key ${key} --as 王梅 --why 上线`);
  const kit = ['--import', 'tsx', inRepository('remote-kit/src/cli/main.ts')];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...kit, 'publish', '--api', API, '--folder', inRepository('remote-draw')],
    {
      cwd: inRepository('.'),
      env: { ...process.env, REMOTE_KIT_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) },
    },
  );
  expect(stdout).toContain('is published');
  const releases = `https://releases.${SITE}`;
  await expect.poll(async () => (await fetch(`${HOST}/remotes.json`)).text(), { timeout: 10_000 }).toContain(releases);
  const page = await (await fetch(`${HOST}/draw`)).text();
  const entry = new RegExp(`${releases}/draw/[^"]+\\.js`).exec(page)?.[0] ?? '';
  const file = await fetch(entry, { headers: { origin: HOST } });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
  expect(await ops('status')).toContain('files as registered'); // it asks by the public names, too
  const stored = await inContainer('s3', "find /data/pictures -path '*releases*' -type f");
  expect(stored).not.toBe('');
});

it('takes the commands that the page has for its daily life', async () => {
  const dumped = await inContainer('postgres', 'pg_dump -U postgres -Fc fridge | head -c 5');
  expect(dumped).toContain('PGDMP');
  expect(JSON.parse(await inContainer('program1', 'cat version.json'))).toMatchObject({ version: '1.0.0' });
  await inContainer('nginx', 'nginx -t -q');
  await inContainer('nginx', 'nginx -s reload');
  const metrics = `fetch('http://program1:4191/metrics', { headers: { authorization: 'Bearer ${readSecret('operations-token')}' } })`;
  const read = `${metrics}.then((answer) => answer.text()).then((text) => process.stdout.write(text))`;
  expect(await inContainer('operations', `node -e "${read}"`)).toContain('fridge_build_info');
});

it('replaces the programs one by one while pages are opened, and none fails', async () => {
  const before = await Promise.all(PROGRAMS.map((service) => site.inspect(service, '{{.Id}}')));
  const failed: string[] = [];
  let asked = 0;
  const rolled = new AbortController();
  const visit = async () => {
    while (!rolled.signal.aborted) {
      for (const address of [`${HOST}/draw`, `${API}/.well-known/jwks.json`, `${HOST}/remotes.json`]) {
        const status = await fetch(address).then(
          async (answer) => [answer.status, (await answer.text()).length > 0 ? '' : ' empty'].join(''),
          String,
        );
        asked += 1;
        if (status !== '200') failed.push(`${address}: ${status}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const visits = [visit(), visit()];
  await site.sh('sh roll.sh').finally(() => rolled.abort());
  await Promise.all(visits);
  const after = await Promise.all(PROGRAMS.map((service) => site.inspect(service, '{{.Id}}')));
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  expect(asked).toBeGreaterThan(100);
  expect(failed).toEqual([]);
  expect(await site.sh('docker compose logs --no-color')).not.toMatch(/"level":50|drainCutOff/);
});

it('replaces no program by a setting that it refuses', async () => {
  const before = readFileSync(SETTINGS, 'utf8');
  const running = await Promise.all(PROGRAMS.map((service) => site.inspect(service, '{{.Id}}')));
  writeFileSync(SETTINGS, `${before}S3_ENDPOINT=s3.example\n`);
  await expect(site.sh('sh roll.sh')).rejects.toThrow('S3_ENDPOINT: an origin such as');
  writeFileSync(SETTINGS, before);
  expect(await Promise.all(PROGRAMS.map((service) => site.inspect(service, '{{.Id}}')))).toEqual(running);
});

it('starts a program again that died', async () => {
  const container = await site.inspect('program2', '{{.Id}}');
  const first = await site.inspect('program2', '{{.State.Pid}}');
  await promisify(execFile)('kill', ['-9', first]);
  await expect.poll(() => site.inspect('program2', '{{.RestartCount}}'), { timeout: 20_000 }).toBe('1');
  await healthy('program2');
  expect(await site.inspect('program2', '{{.Id}}')).toBe(container);
});

it('ends with every request answered, and leaves its data', async () => {
  await site.sh('docker compose stop');
  for (const service of PROGRAMS)
    expect(await site.inspect(service, '{{.State.ExitCode}} {{.State.OOMKilled}}'), service).toBe('0 false');
  expect(await site.sh('docker compose logs --no-color postgres')).toContain('database system is shut down');
  await site.sh('docker compose down');
  const volumes = (await site.engine.docker('volume', 'ls', '--quiet')).split('\n');
  expect(volumes).toEqual(expect.arrayContaining(['fridge_postgres', 'fridge_s3']));
});

async function healthy(service: string): Promise<void> {
  await expect
    .poll(() => site.inspect(service, '{{.State.Health.Status}}'), { timeout: 90_000, interval: 500 })
    .toBe('healthy');
}
