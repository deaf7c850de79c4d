import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../backup');
const root = mkdtempSync(join(tmpdir(), 'backup-'));
afterAll(() => rmSync(root, { recursive: true }));

/** @param code of curl, which asks Patroni what this machine is */
function backUp(code: number) {
  const place = mkdtempSync(join(root, 'machine-'));
  for (const path of ['etc/patroni', 'etc/fridge/backup', 'bin']) mkdirSync(join(place, path), { recursive: true });
  for (const path of ['etc/patroni/config.yml', 'etc/fridge/backup/rclone.conf']) writeFileSync(join(place, path), '');
  writeFileSync(join(place, 'bin/curl'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
  cpSync(join(folder, 'back-up'), join(place, 'back-up'));
  writeFileSync(
    join(place, 'common.sh'),
    readFileSync(join(folder, 'common.sh'), 'utf8').replaceAll('/etc/', `${place}/etc/`),
  );
  const env = { PATH: `${place}/bin:${process.env['PATH']}`, FRIDGE_BACKUP_PLACE: join(place, 'disk') };
  const { status, stdout, stderr } = spawnSync('bash', [join(place, 'back-up')], { env, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

it.skipIf(process.getuid?.() !== 0).each([
  ['is the primary', 0, 1, 'has no backups'],
  ['is the standby', 22, 0, 'the other one makes the backup'],
  ["can't verify its Patroni", 60, 1, "Patroni doesn't answer"],
  ['has no certificate of the databases', 77, 1, "Patroni doesn't answer"],
  ['has no Patroni that runs', 7, 1, "Patroni doesn't answer"],
])('leaves a night to the other machine alone where Patroni says so: one that %s', (_, code, status, text) =>
  expect(backUp(code)).toEqual({ status, text: expect.stringContaining(text) }),
);
