import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bootMachine, layDisk } from './boot-machine.ts';
import { createHostsFiles } from './hosts-files.ts';
import type { Machine } from './machine.ts';
import { FOLDER_PREFIX, removeAbandoned, tearDown } from './remove-network.ts';
import { ip, missingForMachines } from './tools.ts';

/** A place on the network without a machine: processes of this machine with the network's names and addresses. */
export interface Visitor {
  /** The words that run a command there, such as a browser. */
  command(words: readonly string[]): readonly [string, ...string[]];
}

/** Machines on a bridge of their own; nothing leads out of it. */
export interface Network {
  readonly id: string;
  boot(name: string): Promise<Machine>;
  visitor(name: string): Promise<Visitor>;
  /** Every machine and visitor finds the machines by this name from now on, in this order. */
  name(name: string, ...machines: readonly Pick<Machine, 'address'>[]): Promise<void>;
  /** Ends everything and removes every trace. */
  close(): Promise<void>;
}

/** @throws where machines can't be booted, naming what is missing */
export async function openNetwork(): Promise<Network> {
  const missing = missingForMachines();
  if (missing.length > 0) throw new Error(`Machines need Debian and root; missing here: ${missing.join(', ')}.`);
  await removeAbandoned();
  const id = randomBytes(3).toString('hex');
  const folder = join(tmpdir(), `${FOLDER_PREFIX}${id}`);
  await mkdir(folder);
  await writeFile(join(folder, 'pid'), String(process.pid));
  const space = (name: string) => `fridge-${id}-${name}`;
  const bridge = space('switch');
  await ip('netns', 'add', bridge);
  await ip('-n', bridge, 'link', 'add', 'br0', 'type', 'bridge');
  await ip('-n', bridge, 'link', 'set', 'br0', 'up');

  let last = 0;
  const hosts = createHostsFiles();
  const plugIn = async (name: string): Promise<{ address: string; port: string }> => {
    last += 1;
    const address = `10.77.0.${last}`;
    const port = `port${last}`;
    await ip('netns', 'add', space(name));
    await ip('-n', bridge, 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(name));
    await ip('-n', bridge, 'link', 'set', port, 'master', 'br0', 'up');
    await ip('-n', space(name), 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) await ip('-n', space(name), 'link', 'set', device, 'up');
    hosts.add(name, address);
    return { address, port };
  };

  return {
    id,
    async boot(name) {
      const { address, port } = await plugIn(name);
      const root = await layDisk(join(folder, name), name);
      await hosts.addFile(join(root, 'etc/hosts'));
      const cable = (state: 'up' | 'down') => ip('-n', bridge, 'link', 'set', port, state);
      const addressOnly = async () => {
        await ip('-n', space(name), 'addr', 'flush', 'dev', 'eth0', 'scope', 'global');
        await ip('-n', space(name), 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      };
      const log = join(folder, `${name}.log`);
      return bootMachine({ name, address, root, space: space(name), log, cable, addressOnly });
    },
    async visitor(name) {
      await plugIn(name);
      // `ip netns exec` shows this file as /etc/hosts.
      const file = `/etc/netns/${space(name)}/hosts`;
      await mkdir(dirname(file), { recursive: true });
      await hosts.addFile(file);
      return { command: (words) => ['ip', 'netns', 'exec', space(name), ...words] };
    },
    name: (name, ...machines) =>
      hosts.set(
        name,
        machines.map(({ address }) => address),
      ),
    close: () => tearDown(folder, id),
  };
}
