import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from '../machines/machine.ts';
import type { Site } from './cases.ts';
import { follow, pages } from '../site.ts';
import type { DatabaseMachines } from './database-machines.ts';
import type { UsersProcess } from './open-users.ts';
import { STORE, untilReady } from './program-machines.ts';
import { brokenForUsers } from './table.ts';

/** Its name among the cases. */
export const RESTORE = 'restore after every table was dropped';

const USERS = 60;
/** Racing after the backup: what they are told then is in the archived log alone. */
const AFTER_BACKUP_MS = 5_000;
const BACKUP = '/srv/fridge/current/deploy/backup';

/**
 * Users race while a backup is made, every table is dropped, and the database is restored as it was a moment before, as
 * docs/runbook.md says. Then the other machine becomes the primary and makes the next backup.
 * @returns what wasn't as promised, in a sentence each
 */
export async function runRestore(
  { databases, programs, store }: Site,
  users: UsersProcess,
  print: (line: string) => void,
): Promise<readonly string[]> {
  const [primary, standby] = [await databases.primary(), await databases.standby()];
  await setUpBackup(primary, standby, store);

  await users.ask('prepare', { database: programs.databaseOn(primary), users: USERS });
  await users.ask('start', {});
  await primary.sh('systemctl start fridge-backup');
  await sleep(AFTER_BACKUP_MS);
  const stopped = await users.ask('stop', {});
  const then = await psql(primary, `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`);
  await psql(primary, 'drop schema public cascade');

  const began = Date.now();
  const early = await primary.run(`${BACKUP}/put-database-away`);
  await follow('A restore', [...programs.machines, ...databases.databases], () => undefined, {
    page: pages.runbook,
    only: (heading) => heading === 'A restore with Patroni',
    as: { db1: primary.name, db2: standby.name },
    change: (script) => script.replace(/restore-database$/m, `$& --at '${then}+00'`),
  });
  for (const program of programs.machines) await untilReady(program);
  await databases.untilSynchronous();
  const seconds = Math.round((Date.now() - began) / 1_000);
  const { acknowledged, ...broken } = await users.ask('verify', { database: programs.databaseOn(primary) });
  print(`  ${acknowledged} acknowledged, restored and compared; the site was away for ${seconds} s`);
  return [
    ...(acknowledged === 0 ? ['nobody was told anything'] : []),
    ...(early.code === 0 ? ['the database was put away while programs used it'] : []),
    ...brokenForUsers({ ...stopped, ...broken }),
    ...(await backUpAfterSwitchover(databases)),
  ].map((sentence) => `${RESTORE}: ${sentence}`);
}

/** The former primary leaves the backup to the next one, and that one's can be restored. */
async function backUpAfterSwitchover(databases: DatabaseMachines): Promise<readonly string[]> {
  const [former, next] = [await databases.primary(), await databases.standby()];
  await former.sh('patronictl -c /etc/patroni/config.yml switchover --force');
  await databases.untilSynchronous();
  const before = await labels(next);
  await former.sh('systemctl start fridge-backup');
  const byFormer = await labels(next);
  await next.sh('runuser -u postgres -- pgbackrest --stanza=fridge check && systemctl start fridge-backup');
  await next.sh(`${BACKUP}/try-restore`);
  const byNext = await labels(next);
  return [
    ...(byFormer.length > before.length ? ['the standby made a backup'] : []),
    ...(byNext.length > byFormer.length ? [] : ['the next primary made no backup']),
  ];
}

async function setUpBackup(primary: Machine, standby: Machine, store: Machine): Promise<void> {
  const storeKey = await store.sh('cat /etc/fridge/secrets/s3-backup-key');
  const setUp = async (machine: Machine) => {
    await machine.sh('install -d -m 0700 /etc/fridge/secrets');
    await machine.write('/etc/fridge/secrets/s3-backup-key', `${storeKey}\n`, 0o600);
    await machine.sh(`${BACKUP}/set-up --bucket http://${STORE}:8080 fridge`);
  };
  await setUp(primary);
  const backupKey = await primary.sh('cat /etc/fridge/secrets/backup-key');
  await standby.sh('install -d -m 0700 /etc/fridge/secrets');
  await standby.write('/etc/fridge/secrets/backup-key', `${backupKey}\n`, 0o600);
  await setUp(standby);
}

/** Of the database's backups, as every machine with it sees them. */
async function labels(machine: Machine): Promise<readonly string[]> {
  const listed = await machine.sh(`. ${BACKUP}/common.sh && labels`);
  return listed.split('\n').filter(Boolean);
}

const psql = (machine: Machine, statement: string) =>
  machine.sh(`cd / && runuser -u postgres -- psql -qtA fridge -c "${statement}"`);
