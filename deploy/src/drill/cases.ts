import type { Machine } from '../machines.ts';
import type { DatabaseMachines } from './database-machines.ts';

export interface Site {
  readonly databases: DatabaseMachines;
  readonly programs: readonly Machine[];
  readonly store: Machine;
}

export interface Case {
  readonly name: string;
  /** Ms; how long calls are watched after the failure at least, whether or not any fails. */
  readonly watchMs: number;
  /** Makes the failure. @returns what mends it */
  fail(site: Site): Promise<() => Promise<void>>;
}

/** Past the end of the primary's lock in etcd and the promotion. */
const FAILOVER_WATCH_MS = 30_000;
const WATCH_MS = 15_000;
/** Of a database machine's disk. */
const DATA = '/var/lib/postgresql/15';

export const cases: readonly Case[] = [
  {
    name: 'primary killed',
    watchMs: FAILOVER_WATCH_MS,
    fail: async ({ databases }) => powerOff(await databases.primary()),
  },
  {
    name: 'network of the primary cut',
    watchMs: FAILOVER_WATCH_MS,
    async fail({ databases }) {
      const primary = await databases.primary();
      await primary.cutOff();
      return () => primary.reconnect();
    },
  },
  {
    name: 'standby lost',
    watchMs: FAILOVER_WATCH_MS,
    fail: async ({ databases }) => powerOff(await databases.standby()),
  },
  {
    name: 'PostgreSQL of the primary crashed',
    watchMs: WATCH_MS,
    async fail({ databases }) {
      const primary = await databases.primary();
      await primary.sh(`kill -KILL $(head -1 ${DATA}/activities/postmaster.pid)`);
      return async () => undefined;
    },
  },
  {
    name: 'etcd gone',
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
    watchMs: WATCH_MS,
    async fail({ store }) {
      await store.cutOff();
      return () => store.reconnect();
    },
  },
  {
    name: 'one program killed',
    watchMs: WATCH_MS,
    async fail({ programs: [program] }) {
      await program?.sh('systemctl kill --signal=KILL fridge');
      return async () => undefined;
    },
  },
  {
    name: "primary's disk full",
    watchMs: FAILOVER_WATCH_MS,
    async fail({ databases }) {
      const primary = await databases.primary();
      await fill(primary, DATA);
      return () => empty(primary, DATA);
    },
  },
  {
    name: "a program's disk full",
    watchMs: WATCH_MS,
    async fail({ programs: [program] }) {
      if (program === undefined) throw new Error('There is no program.');
      await fill(program, '/var/lib/fridge');
      return () => empty(program, '/var/lib/fridge');
    },
  },
];

async function powerOff(machine: Machine): Promise<() => Promise<void>> {
  await machine.kill();
  return async () => {
    await machine.powerOn();
    await machine.sh('systemctl start patroni');
  };
}

const fill = (machine: Machine, folder: string) => machine.run(`cat /dev/zero > ${folder}/filled`);
const empty = async (machine: Machine, folder: string) => void (await machine.sh(`rm -f ${folder}/filled`));
