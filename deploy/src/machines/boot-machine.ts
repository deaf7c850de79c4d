import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandsOn, type Machine, within } from './machine.ts';
import { inOwnCgroup } from './own-cgroup.ts';
import { execute } from './tools.ts';

/**
 * Where the repository lies on this machine; hidden from the machines, which have nothing but what was copied there.
 */
const REPOSITORY = join(import.meta.dirname, '../../..');

const BOOT_LIMIT_MS = 60_000;

/** @returns the root of a disk whose content is this machine's, with no service enabled */
export async function layDisk(folder: string, name: string): Promise<string> {
  const [upper, work, root] = ['upper', 'work', 'root'].map((part) => join(folder, part));
  if (upper === undefined || work === undefined || root === undefined) throw new Error('unreachable');
  for (const part of [upper, work, root]) await mkdir(part, { recursive: true });
  await execute('mount', ['-t', 'overlay', name, '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, root]);
  const units = join(root, 'etc/systemd/system');
  for (const entry of readdirSync(units))
    if (/\.(wants|requires)$/.test(entry)) await rm(join(units, entry), { recursive: true });
  await rm(join(root, 'usr/sbin/policy-rc.d'), { force: true });
  await writeFile(join(root, 'etc/hostname'), `${name}\n`);
  await writeFile(join(root, 'etc/machine-id'), '');
  await rm(join(root, 'etc/resolv.conf'), { force: true });
  await writeFile(join(root, 'etc/resolv.conf'), '');
  return root;
}

export async function bootMachine({
  name,
  address,
  root,
  space,
  log,
  cable,
  addressOnly,
}: Pick<Machine, 'name' | 'address' | 'root'> & {
  space: string;
  log: string;
  cable: (state: 'up' | 'down') => Promise<unknown>;
  /** Takes addresses away that programs of the machine added. */
  addressOnly: () => Promise<void>;
}): Promise<Machine> {
  let nspawn: ChildProcess;
  let first = 0;
  const powerOn = async () => {
    const output = openSync(log, 'a');
    const boot: [string, ...string[]] = [
      'systemd-nspawn',
      ...`--quiet --boot --register=no --link-journal=no --resolv-conf=off --timezone=off`.split(' '),
      `--directory=${root}`,
      `--machine=${name}`,
      `--network-namespace-path=/run/netns/${space}`,
      // A machine takes further addresses.
      '--capability=CAP_NET_ADMIN',
      `--tmpfs=${REPOSITORY}`,
      // Where no systemd runs there is no unit to make.
      ...(existsSync('/run/systemd/system') ? [] : ['--keep-unit']),
      'systemd.unit=multi-user.target',
    ];
    const [command, ...words] = existsSync('/run/systemd/system') ? boot : await inOwnCgroup(space, boot);
    nspawn = spawn(command, words, { stdio: ['ignore', output, output], detached: true });
    first = await untilBooted(nspawn, log);
  };
  await powerOn();
  return Object.assign(commandsOn({ name, address, root: () => root, first: () => first }), {
    cutOff: async () => void (await cable('down')),
    reconnect: async () => void (await cable('up')),
    async kill() {
      const ended = once(nspawn, 'exit');
      process.kill(first, 'SIGKILL');
      await ended;
      // Its network outlives it here, and would answer for its addresses.
      await cable('down');
      await addressOnly();
    },
    async powerOn() {
      await cable('up');
      await powerOn();
    },
  });
}

/** @returns the process id of the machine's systemd */
async function untilBooted(nspawn: ChildProcess, log: string): Promise<number> {
  const giveUpAt = Date.now() + BOOT_LIMIT_MS;
  for (;;) {
    const [first] = childrenOf(nspawn.pid ?? 0);
    if (first !== undefined) {
      const state = await execute('nsenter', [...within(first), 'systemctl', 'is-system-running']).catch(
        (error: unknown) => (error instanceof Error && 'stdout' in error ? error : { stdout: '' }),
      );
      if (/^(running|degraded)/.test(String(state.stdout))) return first;
    }
    if (nspawn.exitCode !== null || Date.now() > giveUpAt)
      throw new Error(`The machine didn't boot:\n${await readFile(log, 'utf8')}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
