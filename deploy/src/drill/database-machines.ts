import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { Machine } from '../machines/machine.ts';
import type { Network } from '../machines/network.ts';
import { until } from './until.ts';

const DEPLOY = join(import.meta.dirname, '../..');
const DATA_FOLDER = '/var/lib/postgresql/15';
/** Of a disk of another machine, which both mount. */
const BACKUP_FOLDER = '/var/backups/fridge';

/** Of each database machine; small, so that it can be filled. */
const DATA_DISK = '400m';
/** Of `DATA_DISK`: below it the primary is handed over. */
const LEAST_FREE_MB = 20;
/** For the first start of a cluster and for a standby that comes back. */
const SYNCHRONOUS_WITHIN_MS = 90_000;

export const START_DATABASE = 'systemctl start patroni fridge-leave-full-disk.timer';

export interface DatabaseMachines {
  readonly etcd: Machine;
  readonly databases: readonly Machine[];
  primary(): Promise<Machine>;
  standby(): Promise<Machine>;
  /** Waits until one machine is primary and the other its synchronous standby. */
  untilSynchronous(): Promise<void>;
  close(): Promise<void>;
}

const memberSchema = v.object({ name: v.string(), role: v.string(), state: v.string() });
const clusterSchema = v.pipe(v.string(), v.parseJson(), v.object({ members: v.array(memberSchema) }));

/** Two PostgreSQL with Patroni and their etcd, set up by the files of `deploy/patroni`. */
export async function bootDatabases(network: Network): Promise<DatabaseMachines> {
  const etcd = await network.boot('etcd1');
  await etcd.copy(join(DEPLOY, 'patroni/etcd'), '/etc/default/etcd');
  await etcd.sh('rm -rf /var/lib/etcd/default && systemctl start etcd');
  const databases = await Promise.all(['db1', 'db2'].map((name) => network.boot(name)));
  const backupDisk = await mkdtemp(join(tmpdir(), 'fridge-backup-'));
  for (const machine of databases) await setUp(machine, backupDisk);
  const [first, second] = databases;
  if (first === undefined || second === undefined) throw new Error('unreachable');
  const members = async () => {
    for (const machine of databases) {
      const { code, output } = await machine.run('curl -sf -m 2 http://localhost:8008/cluster', { limitMs: 5_000 });
      if (code === 0) return v.parse(clusterSchema, output).members;
    }
    return [];
  };
  const withRole = async (role: string) => {
    const member = (await members()).find((each) => each.role === role);
    const machine = databases.find(({ name }) => name === member?.name);
    if (machine === undefined) throw new Error(`No database machine is ${role}.`);
    return machine;
  };
  const untilSynchronous = () =>
    until('a primary and its synchronous standby', SYNCHRONOUS_WITHIN_MS, async () => {
      const running = (await members()).filter(({ state }) => /^(running|streaming)$/.test(state));
      const roles = new Set(running.map(({ role }) => role));
      return roles.has('leader') && roles.has('sync_standby');
    });
  await first.sh(START_DATABASE);
  await until('a primary', SYNCHRONOUS_WITHIN_MS, async () => (await members()).some(({ role }) => role === 'leader'));
  await second.sh(START_DATABASE);
  await untilSynchronous();
  return {
    etcd,
    databases,
    primary: () => withRole('leader'),
    standby: () => withRole('sync_standby'),
    untilSynchronous,
    async close() {
      for (const { root } of databases)
        for (const folder of [DATA_FOLDER, BACKUP_FOLDER]) await execute('umount', ['--lazy', join(root, folder)]);
      await rm(backupDisk, { recursive: true });
    },
  };
}

/** Disks lie on this machine, so that they outlive the power of the machine in it; mounted while that is off. */
async function setUp(machine: Machine, backupDisk: string): Promise<void> {
  await machine.kill();
  const backupFolder = join(machine.root, BACKUP_FOLDER);
  await mkdir(backupFolder, { recursive: true });
  await execute('mount', ['--bind', backupDisk, backupFolder]);
  const folder = join(machine.root, DATA_FOLDER);
  await mkdir(folder, { recursive: true });
  await execute('mount', ['-t', 'tmpfs', '-o', `size=${DATA_DISK},mode=0755`, 'tmpfs', folder]);
  await machine.powerOn();
  await machine.sh(`chown postgres: ${DATA_FOLDER}`);
  await machine.copy(join(DEPLOY, 'patroni'), '/srv/patroni');
  await machine.sh(
    `cd /srv/patroni
    install -m 0644 -D config.yml /etc/patroni/config.yml
    sed 's/db1/${machine.name}/' patroni_env.conf | install -o root -g postgres -m 0640 /dev/stdin /etc/patroni_env.conf
    install -m 0755 -D leave-full-disk /usr/local/lib/fridge/leave-full-disk
    sed 's/LEAST_FREE_MB=.*/LEAST_FREE_MB=${LEAST_FREE_MB}/' fridge-leave-full-disk.service |
      install -m 0644 /dev/stdin /etc/systemd/system/fridge-leave-full-disk.service
    install -m 0644 fridge-leave-full-disk.timer /etc/systemd/system/
    systemctl daemon-reload`,
  );
}

const execute = promisify(execFile);
