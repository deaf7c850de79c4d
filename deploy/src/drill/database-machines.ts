import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { Machine } from '../machines/machine.ts';
import type { Network } from '../machines/network.ts';
import { passFiles } from '../machines/pass-files.ts';
import { follow, pages } from '../site.ts';
import { until } from './until.ts';

const DEPLOY = join(import.meta.dirname, '../..');
const DATA_FOLDER = '/var/lib/postgresql/15';
/** Of a disk of another machine, which both mount. */
const BACKUP_FOLDER = '/var/backups/fridge';

/** Of each database machine; small, so that it can be filled. A restore has the former cluster beside the next one. */
const DATA_DISK = '800m';
/** Of `DATA_DISK`: below it the primary is handed over. */
const LEAST_FREE_MB = 20;
/** For the first start of a cluster and for a standby that comes back. */
const SYNCHRONOUS_WITHIN_MS = 90_000;
/** What Patroni knows of the cluster. */
const CLUSTER = 'curl -sf -m 2 --cacert /etc/patroni/tls/authority.pem https://localhost:8008/cluster';

const KEYS = '/root/databases';

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

/** Two PostgreSQL with Patroni and their etcd, set up as deploy/patroni/README.md says. */
export async function bootDatabases(network: Network): Promise<DatabaseMachines> {
  const etcd = await network.boot('etcd1');
  const databases = await Promise.all(['db1', 'db2'].map((name) => network.boot(name)));
  const [first, second] = databases;
  if (first === undefined || second === undefined) throw new Error('unreachable');
  const backupDisk = await mkdtemp(join(tmpdir(), 'fridge-backup-'));
  for (const machine of databases) await mountDisks(machine, backupDisk);
  for (const machine of [etcd, ...databases])
    for (const part of ['patroni', 'postgresql', 'backup'])
      await machine.copy(join(DEPLOY, part), `/srv/fridge/current/deploy/${part}`);
  await setUpPatroni(1, [first]);
  await passKeys(first, second, ['db2.pem', 'db2.key', 'passwords']);
  await setUpPatroni(2, [etcd]);
  await setUpPatroni(3, databases);
  for (const machine of databases)
    await machine.sh(
      `sed -i 's/LEAST_FREE_MB=.*/LEAST_FREE_MB=${LEAST_FREE_MB}/' /etc/systemd/system/fridge-leave-full-disk.service
      systemctl daemon-reload`,
    );
  const members = async () => {
    for (const machine of databases) {
      const { code, output } = await machine.run(CLUSTER, { limitMs: 5_000 });
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
async function mountDisks(machine: Machine, backupDisk: string): Promise<void> {
  await machine.kill();
  const backupFolder = join(machine.root, BACKUP_FOLDER);
  await mkdir(backupFolder, { recursive: true });
  await execute('mount', ['--bind', backupDisk, backupFolder]);
  const folder = join(machine.root, DATA_FOLDER);
  await mkdir(folder, { recursive: true });
  await execute('mount', ['-t', 'tmpfs', '-o', `size=${DATA_DISK},mode=0755`, 'tmpfs', folder]);
  await machine.powerOn();
  await machine.sh(`chown postgres: ${DATA_FOLDER}`);
}

/** A step of deploy/patroni/README.md, on those of its machines that are given. */
export const setUpPatroni = (step: number, machines: readonly Machine[]): Promise<void> =>
  follow('Setting up', machines, () => undefined, {
    page: pages.patroni,
    only: (heading) => heading.startsWith(`${step}. `),
  });

/** As that page does by ssh. */
export async function passKeys(from: Machine, to: Machine, own: readonly string[] = []): Promise<void> {
  await to.sh(`mkdir -m 0700 ${KEYS}`);
  await passFiles({ from, folder: KEYS, paths: ['authority.pem', ...own] }, { to, into: KEYS });
}

const execute = promisify(execFile);
