import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentNames, readEnvironment } from '@fridge/server/program/environment';
import { expect, it, onTestFinished } from 'vitest';
import {
  CONTAINER_FILES,
  containerFile,
  readComposeFile,
  readExampleEnv,
  variablesOfComposeFile,
} from './compose-file.ts';

const compose = readComposeFile(readExampleEnv({ withExamples: false }));
const { services } = compose;
const isProgram = (name: string) => ['program1', 'program2', 'operations', 'migrate'].includes(name);
const programs = Object.entries(services).filter(([name]) => isProgram(name));

/** The key of reports has 16 characters, no other has less than 32. */
const secretOf = (name: string): string => name.padEnd(48, 'x').slice(0, name.startsWith('REPORT') ? 16 : 48);

/** As the program reads it in its container. */
function environmentOf(service: string) {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const given = Object.entries(services[service]?.environment ?? {}).map(([name, value]) => {
    if (!name.endsWith('_FILE')) return [name, value];
    const file = join(folder, name);
    writeFileSync(file, name === 'DATABASE_URL_FILE' ? 'postgres://a@postgres/b' : secretOf(name));
    return [name, file];
  });
  return readEnvironment({ ...Object.fromEntries(given), STATE_DIR: '/var/lib/fridge', HOST: '0.0.0.0' });
}

it('example.env has what compose.yaml requires, and nothing that it does not take', () => {
  const { all, required } = variablesOfComposeFile();
  expect(Object.keys(readExampleEnv({ withExamples: false }))).toEqual(expect.arrayContaining([...required]));
  const unknown = Object.keys(readExampleEnv({ withExamples: true })).filter((name) => !all.has(name));
  expect(unknown).toEqual(['COMPOSE_PROJECT_NAME']); // of compose itself
});

it('names the variable that is missing', () => {
  expect(() => readComposeFile({})).toThrow('PROGRAM_VERSION');
});

it.each(programs)('%s gets variables that the program knows, and with them it would start', (name, { environment }) => {
  const unknown = Object.keys(environment).filter((variable) => !environmentNames.has(variable));
  expect(unknown).toEqual(['NODE_EXTRA_CA_CERTS']); // of Node
  expect(environmentOf(name).PUBLIC_HOST_ORIGIN).toBe('https://activities.example');
});

it.each(programs)('%s has time to finish what is under way', (name, service) => {
  const { SHUTDOWN_GRACE_MS, SHUTDOWN_LIMIT_MS, UPLOAD_TIME_LIMIT_MS } = environmentOf(name);
  const graceMs = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]) * 1000;
  expect(graceMs).toBeGreaterThanOrEqual(SHUTDOWN_GRACE_MS + SHUTDOWN_LIMIT_MS + 15_000);
  expect(SHUTDOWN_LIMIT_MS).toBeGreaterThanOrEqual(UPLOAD_TIME_LIMIT_MS);
});

it.each(Object.entries(services))(
  '%s is confined, bounded and restarted, and its log is turned over',
  (name, service) => {
    expect(service).toMatchObject({ read_only: true, mem_limit: /^\d+g$/, logging: { driver: 'json-file' } });
    expect(service.restart).toBe(['migrate', 'bucket', 'database'].includes(name) ? 'no' : 'unless-stopped');
  },
);

it('names files that are there', () => {
  const folders = ['.', '../..'].map((folder) => join(CONTAINER_FILES, folder));
  for (const { build } of Object.values(services))
    if (build !== undefined) expect(existsSync(join(CONTAINER_FILES, build.context, build.dockerfile))).toBe(true);
  const own = Object.values(services).flatMap(({ volumes }) => volumes.filter((volume) => volume.startsWith('.')));
  for (const volume of own) expect(existsSync(join(CONTAINER_FILES, volume.split(':')[0] ?? '')), volume).toBe(true);
  expect(own).not.toEqual([]);
  const copied = containerFile('Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm);
  const built = /^(version\.json|.*\/dist)$/; // npm run release writes them
  for (const path of [...copied].flatMap(([, paths = '']) => paths.split(' ')).filter((each) => !built.test(each)))
    expect(
      folders.some((folder) => existsSync(join(folder, path))),
      path,
    ).toBe(true);
});

it('takes named volumes that are declared, and no other', () => {
  const named = Object.values(services).flatMap(({ volumes }) => volumes.filter((volume) => /^\w/.test(volume)));
  expect(named.map((volume) => volume.split(':')[0]).toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

it('makes every secret that a service takes', () => {
  const taken = new Set(Object.values(services).flatMap(({ secrets }) => secrets));
  const made = [...containerFile('secrets.sh').matchAll(/^keep (\S+)/gm)].map(([, name]) => name);
  expect([...taken].toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
  expect(made.toSorted()).toEqual([...taken].toSorted());
  for (const { environment, secrets } of Object.values(services))
    for (const [name, path] of Object.entries(environment).filter(([each]) => each.endsWith('_FILE')))
      expect(
        secrets.map((secret) => `/run/secrets/${secret}`),
        name,
      ).toContain(path);
});

it('gives no program a right of an administrator, and the owner of the tables to migrations alone', () => {
  const administrators = [services['postgres'], services['s3']].flatMap((service) => service?.secrets ?? []);
  const userOf = (service: string) => {
    const file = services[service]?.environment['DATABASE_URL_FILE']?.replace('/run/secrets/', '') ?? '';
    const [, user = ''] = new RegExp(`^keep ${file} "postgres://(\\w+):`, 'm').exec(containerFile('secrets.sh')) ?? [];
    return user;
  };
  expect(Object.fromEntries(programs.map(([name]) => [name, userOf(name)]))).toEqual({
    program1: 'fridge',
    program2: 'fridge',
    operations: 'fridge',
    migrate: 'fridge_owner',
  });
  expect(services['postgres']?.environment['POSTGRES_USER']).toBe('postgres');
  for (const [name, { environment, secrets }] of programs) {
    expect(environment['S3_ACCESS_KEY_ID'], name).not.toBe(services['s3']?.environment['MINIO_ROOT_USER']);
    for (const secret of administrators) expect(secrets, name).not.toContain(secret);
    if (name !== 'migrate') expect(secrets, name).not.toContain('database-owner-url');
  }
});

it.each(Object.entries(services))('%s has no capability but those that it needs as root', (name, service) => {
  expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  if (!['nginx', 'postgres', 's3'].includes(name)) expect(service.cap_add).toEqual([]);
  expect(service.cap_add).not.toContain('SYS_ADMIN');
});

it('leads nginx to the programs, and them to believe nginx alone', () => {
  const addressOf = (name: string) => {
    const networks = services[name]?.networks ?? [];
    return 'front' in networks ? networks['front']?.ipv4_address : undefined;
  };
  expect(services['nginx']?.extra_hosts).toEqual(
    ['program1', 'program2', 'operations'].map((name) => `${name}:${addressOf(name)}`),
  );
  for (const [name] of programs) expect(environmentOf(name).TRUSTED_PROXIES).toEqual([addressOf('nginx')]);
});

it('has the upstreams of deploy/nginx with the addresses of the containers, at the ports where the program listens', () => {
  const upstreams = (text: string) => text.slice(text.indexOf('upstream')).trim();
  const ours = upstreams(containerFile('programs.conf'));
  const theirs = upstreams(containerFile('../nginx/fridge/programs.conf'));
  const placeless = (text: string) => text.replaceAll(/server [\w.]+:\d+/g, 'server').split('\n');
  expect(placeless(ours)).toEqual(placeless(theirs));
  const { PORT, API_PORT, RELEASES_PORT, OPERATIONS_PORT } = environmentOf('program1');
  const reached = [...ours.matchAll(/server (\w+):(\d+)/g)].map(([, host, port]) => `${host}:${port}`);
  // Of the API the calls, and the probes.
  const programsAt = [PORT, API_PORT, API_PORT, RELEASES_PORT].flatMap((port) => [
    `program1:${port}`,
    `program2:${port}`,
  ]);
  expect(reached.toSorted()).toEqual([...programsAt, `operations:${OPERATIONS_PORT}`].toSorted());
});

it('secrets.sh refuses to guess a folder', () => {
  const script = join(CONTAINER_FILES, 'secrets.sh');
  expect(() => execFileSync('sh', [script], { stdio: 'pipe' })).toThrow('Name the folder');
});

it.each(readdirSync(CONTAINER_FILES).filter((name) => name.endsWith('.sh')))(
  '%s is a script that sh can read',
  (name) => {
    execFileSync('sh', ['-n', join(CONTAINER_FILES, name)]);
  },
);
