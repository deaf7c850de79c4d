import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentNames } from '@fridge/server/program/environment';
import { afterAll, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../systemd');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const environmentFiles = ['fridge.env', 'fridge@1.env', 'fridge@2.env', 'fridge-operations.env', 'migrate.env'];
const units = ['fridge@.service', 'fridge-operations.service', 'fridge.target'];

const analyze = '/usr/bin/systemd-analyze';
const root = mkdtempSync(join(tmpdir(), 'units-'));
afterAll(() => rmSync(root, { recursive: true }));

it.each(environmentFiles)('%s names variables of the program, and no secret', (name) => {
  const variables = read(name).match(/^[A-Z_]+(?==)/gm) ?? [];
  expect(variables.filter((variable) => !environmentNames.has(variable))).toEqual([]);
  expect(variables).not.toHaveLength(0);
  expect(read(name)).not.toMatch(/^(?:\w*KEY|\w*TOKEN|DATABASE_URL)=/m);
});

it('gives a program that ends 15 s more than it takes', () => {
  const [grace, limit] = ['SHUTDOWN_GRACE_MS', 'SHUTDOWN_LIMIT_MS'].map((name) =>
    Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(read('fridge.env'))?.[1]),
  );
  for (const unit of units.filter((name) => name.endsWith('.service')))
    expect(read(unit)).toContain(`TimeoutStopSec=${((grace ?? 0) + (limit ?? 0)) / 1000 + 15}\n`);
});

it('runs nothing from where a program or a builder may write', () => {
  const services = ['systemd', 'backup', 'patroni'].flatMap((part) =>
    readdirSync(join(folder, '..', part)).flatMap((name) =>
      name.endsWith('.service') ? [join('..', part, name)] : [],
    ),
  );
  const run = services.flatMap((name) => [...read(name).matchAll(/^Exec\w+=(\S+)/gm)].map(([, path]) => path));
  const others = run.filter((path) => !/^\/(usr\/(local\/)?(bin|lib)|srv\/fridge\/current\/deploy)\//.test(path ?? ''));
  expect([run.length > 5, others]).toEqual([true, []]);
  expect(read('fridge.tmpfiles.conf')).toMatch(/^d \/srv\/fridge +0755 root +root$/m);
});

it.skipIf(process.getuid?.() !== 0).each(['', '1.0.0/server'])(
  'tells a command by which a release of which root does not own /srv/fridge/%s becomes its alone',
  (part) => {
    const place = mkdtempSync(join(root, 'srv-'));
    mkdirSync(join(place, '1.0.0/server/dist'), { recursive: true });
    mkdirSync(join(place, '1.0.0/node_modules'));
    writeFileSync(join(place, '1.0.0/server/dist/main.js'), '');
    symlinkSync('1.0.0', join(place, 'current'));
    chownSync(join(place, part), 1000, 1000);
    const script = read('fridge').replace('folder=/srv/fridge', `folder=${place}`);
    const check = () => spawnSync('sh', ['-s', 'check-config'], { input: script, encoding: 'utf8' }).stderr;
    const [, repair = 'exit 1'] = /isn't root's alone: (.*)/.exec(check()) ?? [];
    expect(spawnSync('sh', ['-c', repair]).status).toBe(0);
    expect(check()).not.toContain("isn't root's alone");
  },
);

it('hardens both services alike', () => {
  const hardening = (name: string) => /NoNewPrivileges[^]*(?=\n# MemoryDeny)/.exec(read(name))?.[0];
  expect(hardening('fridge@.service')).toBeDefined();
  expect(hardening('fridge-operations.service')).toBe(hardening('fridge@.service'));
});

it.skipIf(!existsSync(analyze) && process.env['REQUIRE_POSTGRES'] !== '1')('are units that systemd understands', () => {
  const places = { units: 'etc/systemd/system', bin: 'usr/bin', library: 'usr/local/lib/fridge' };
  for (const place of Object.values(places)) mkdirSync(join(root, place), { recursive: true });
  for (const unit of units)
    cpSync(join(folder, unit), join(root, places.units, unit.replace('@.', '@1.')), { recursive: true });
  // Units of Debian's packages, and what the lines `Exec…=` name, are looked for in this root alone.
  const others = ['basic', 'sysinit', 'shutdown', 'network-online', 'time-sync', 'multi-user'];
  for (const other of others) writeFileSync(join(root, places.units, `${other}.target`), '[Unit]\n');
  for (const file of [
    join(places.bin, 'node'),
    join(places.library, 'wait-until-ready'),
    join(places.library, 'with-heartbeat'),
  ])
    writeFileSync(join(root, file), '#!/bin/sh\n', { mode: 0o755 });
  const names = units.map((unit) => unit.replace('@.', '@1.'));
  const { status, output } = spawnSync(analyze, ['verify', `--root=${root}`, '--man=no', ...names], {
    encoding: 'utf8',
  });
  expect([status, output.join('')]).toEqual([0, '']);
});
