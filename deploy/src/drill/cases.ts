import type { Machine } from '../machines/machine.ts';
import { type DatabaseMachines, START_DATABASE } from './database-machines.ts';
import type { Programs } from './program-machines.ts';
import { UNIT } from './program-unit.ts';

export interface Site {
  readonly databases: DatabaseMachines;
  readonly programs: Programs;
  readonly store: Machine;
}

export interface Case {
  readonly name: string;
  /** Of deploy/prometheus/alerts.yml, those that name it if it lasts. */
  readonly alerts: readonly string[];
  /** Ms; how long calls are watched after the failure at least, whether or not any fails. */
  readonly watchMs: number;
  /** Makes the failure. @returns what mends it */
  fail(site: Site): Promise<() => Promise<void>>;
}

/** Past the end of the primary's lock in etcd and the promotion. */
const FAILOVER_WATCH_MS = 25_000;
const WATCH_MS = 12_000;
/** Of a database machine's disk. */
const DATA = '/var/lib/postgresql/15';

export const cases: readonly Case[] = [
  {
    name: 'primary killed',
    alerts: ['DatabaseDown', 'MachineDown', 'StandbyLost'],
    watchMs: FAILOVER_WATCH_MS,
    fail: async ({ databases }) => powerOff(await databases.primary()),
  },
  {
    name: 'network of the primary cut',
    alerts: ['DatabaseDown', 'MachineDown', 'StandbyLost'],
    watchMs: FAILOVER_WATCH_MS,
    async fail({ databases }) {
      const primary = await databases.primary();
      await primary.cutOff();
      return () => primary.reconnect();
    },
  },
  {
    name: 'standby lost',
    alerts: ['StandbyLost', 'MachineDown'],
    watchMs: FAILOVER_WATCH_MS,
    fail: async ({ databases }) => powerOff(await databases.standby()),
  },
  {
    name: 'PostgreSQL of the primary crashed',
    alerts: ['DatabaseDown', 'StandbyLost'],
    watchMs: WATCH_MS,
    async fail({ databases }) {
      const primary = await databases.primary();
      await primary.sh(`kill -KILL $(head -1 ${DATA}/activities/postmaster.pid)`);
      return async () => undefined;
    },
  },
  {
    name: 'etcd gone',
    alerts: ['MachineDown'],
    watchMs: FAILOVER_WATCH_MS,
    async fail({ databases: { etcd } }) {
      await etcd.kill();
      return async () => {
        await etcd.powerOn();
        await etcd.sh('systemctl start etcd');
      };
    },
  },
  {
    name: 'object store cut off',
    alerts: ['StoreFails', 'UploadsFail'],
    watchMs: WATCH_MS,
    async fail({ store }) {
      await store.cutOff();
      return () => store.reconnect();
    },
  },
  {
    name: 'one program killed',
    alerts: ['ProcessCrashed', 'ProcessDown'],
    watchMs: WATCH_MS,
    async fail({
      programs: {
        machines: [program],
      },
    }) {
      await program?.sh(`systemctl kill --kill-who=main --signal=KILL ${UNIT}`);
      return async () => undefined;
    },
  },
  {
    name: "primary's disk full",
    alerts: ['DiskFull'],
    watchMs: FAILOVER_WATCH_MS,
    async fail({ databases }) {
      const primary = await databases.primary();
      await fill(primary, DATA);
      return () => empty(primary, DATA);
    },
  },
  {
    name: "a program's disk full",
    alerts: ['DiskFull', 'UploadsFail'],
    watchMs: WATCH_MS,
    async fail({
      programs: {
        machines: [program],
      },
    }) {
      if (program === undefined) throw new Error('There is no program.');
      await fill(program, '/var/lib/fridge');
      return () => empty(program, '/var/lib/fridge');
    },
  },
];

async function powerOff(machine: Machine): Promise<() => Promise<void>> {
  // Connections to a machine without power are silent. This machine's kernel would close them.
  await machine.cutOff();
  await machine.kill();
  return async () => {
    await machine.reconnect();
    await machine.powerOn();
    await machine.sh(START_DATABASE);
  };
}

const fill = (machine: Machine, folder: string) => machine.run(`cat /dev/zero > ${folder}/filled`);
const empty = async (machine: Machine, folder: string) => void (await machine.sh(`rm -f ${folder}/filled`));
