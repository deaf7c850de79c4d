import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from '../machines/machine.ts';
import type { Site } from './cases.ts';
import { type DatabaseMachines, START_DATABASE } from './database-machines.ts';
import type { UsersProcess } from './open-users.ts';
import { STORE, untilReady } from './program-machines.ts';
import { UNIT } from './program-unit.ts';
import { brokenForUsers } from './table.ts';

/** Its name among the cases. */
export const RESTORE = 'restore after every table was dropped';

const USERS = 60;
/** Racing after the backup: what they are told then is in the archived log alone. */
const AFTER_BACKUP_MS = 5_000;
const BACKUP = '/srv/fridge/current/deploy/backup';
const CLUSTER = '/var/lib/postgresql/15/activities';

/**
 * Users race while a backup is made, every table is dropped, and the database is restored as it was a moment before, as
 * deploy/backup/README.md says. Then the other machine becomes the primary and makes the next backup.
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
  for (const program of programs.machines) await program.sh("systemctl stop 'fridge@*' fridge-operations");
  for (const machine of [standby, primary])
    await machine.sh(`systemctl stop patroni && mv ${CLUSTER} /root/cluster.before-restore`);
  await primary.sh(`${BACKUP}/restore-database --at '${then}+00'`);
  await standby.sh(START_DATABASE);
  await databases.untilSynchronous();
  for (const program of programs.machines) {
    // A start that fails is tried again by systemd.
    await program.run(`systemctl start ${UNIT}`);
    await untilReady(program);
  }
  const seconds = Math.round((Date.now() - began) / 1_000);
  const { acknowledged, ...broken } = await users.ask('verify', { database: programs.databaseOn(primary) });
  print(`  ${acknowledged} acknowledged, restored and compared; the site was away for ${seconds} s`);
  return [
    ...(acknowledged === 0 ? ['nobody was told anything'] : []),
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
