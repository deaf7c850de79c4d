import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Where the repository lies on this machine; hidden from the machines, which have nothing but what was copied there. */
const REPOSITORY = join(import.meta.dirname, '../..');

const FOLDER_PREFIX = 'fridge-network-';
const BOOT_LIMIT_MS = 60_000;
const COMMAND_LIMIT_MS = 120_000;

/** Of the machines: nothing of this process's environment reaches them. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
};

export type Ran = { code: number; output: string };

/** A Debian with systemd as its first process and an overlay of this machine's root as its disk. */
export interface Machine {
  readonly name: string;
  /** IPv4. */
  readonly address: string;
  /** Its root folder, seen from this machine. */
  readonly root: string;
  /** Of its systemd, seen from this machine; another one after `powerOn`. */
  readonly first: number;
  /** Runs a line of bash as root, within two minutes or `limitMs`. */
  run(line: string, options?: { limitMs?: number }): Promise<Ran>;
  /** As `run`. @returns the output @throws unless it ends with 0 */
  sh(line: string, options?: { limitMs?: number }): Promise<string>;
  /** Starts a line of bash as root; whoever starts it reads its output and ends it. */
  start(line: string): ChildProcess;
  /** Copies a file or folder of this machine. */
  copy(local: string, path: string): Promise<void>;
  write(path: string, content: string, mode?: number): Promise<void>;
  /** Pulls the network cable. */
  cutOff(): Promise<void>;
  reconnect(): Promise<void>;
  /** Pulls the power cable: every process ends at once, unsynced writes included that no file system here keeps. */
  kill(): Promise<void>;
  /** Boots it again on the same disk after `kill`. */
  powerOn(): Promise<void>;
}

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

/** What this machine lacks for booting others, by package or right; empty if nothing. */
export function missingForMachines(): readonly string[] {
  const tools = { 'systemd-nspawn': 'systemd-container', ip: 'iproute2', nsenter: 'util-linux', mount: 'mount' };
  const folders = ENVIRONMENT.PATH.split(':');
  const packages = Object.entries(tools)
    .filter(([tool]) => !folders.some((folder) => existsSync(join(folder, tool))))
    .map(([, name]) => name);
  if (!existsSync('/lib/systemd/systemd')) packages.push('systemd');
  return [...(process.getuid?.() === 0 ? [] : ['root']), ...packages];
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
  let names: { name: string; address: string }[] = [];
  const hostsFiles: string[] = [];
  const writeHosts = async (file: string) => {
    const lines = names.map(({ name, address }) => `${address} ${name}`);
    await writeFile(file, ['127.0.0.1 localhost', '::1 localhost', ...lines, ''].join('\n'));
  };
  // One after another, so that machines that boot at once don't overwrite the longer list with the shorter one.
  let spreading: Promise<unknown> = Promise.resolve();
  const spread = () => (spreading = spreading.then(() => Promise.all(hostsFiles.map(writeHosts))));
  const plugIn = async (name: string): Promise<{ address: string; port: string }> => {
    last += 1;
    const address = `10.77.0.${last}`;
    const port = `port${last}`;
    await ip('netns', 'add', space(name));
    await ip('-n', bridge, 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(name));
    await ip('-n', bridge, 'link', 'set', port, 'master', 'br0', 'up');
    await ip('-n', space(name), 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) await ip('-n', space(name), 'link', 'set', device, 'up');
    names.push({ name, address });
    return { address, port };
  };

  return {
    id,
    async boot(name) {
      const { address, port } = await plugIn(name);
      const root = await layDisk(join(folder, name), name);
      hostsFiles.push(join(root, 'etc/hosts'));
      await spread();
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
      hostsFiles.push(file);
      await spread();
      return { command: (words) => ['ip', 'netns', 'exec', space(name), ...words] };
    },
    async name(name, ...machines) {
      const others = names.filter((each) => each.name !== name);
      names = [...others, ...machines.map(({ address }) => ({ name, address }))];
      await spread();
    },
    close: () => tearDown(folder, id),
  };
}

/** @returns the root of a disk whose content is this machine's, with no service enabled */
async function layDisk(folder: string, name: string): Promise<string> {
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

async function bootMachine({
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
    nspawn = spawn(
      'systemd-nspawn',
      [
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
      ],
      { stdio: ['ignore', output, output], detached: true },
    );
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

/** What needs no more than the process id of a machine's systemd. */
export function commandsOn({
  name,
  address,
  root,
  first,
}: Pick<Machine, 'name' | 'address'> & { root: () => string; first: () => number }): Omit<
  Machine,
  'cutOff' | 'reconnect' | 'kill' | 'powerOn'
> {
  const words = (line: string) => [...within(first()), 'bash', '-c', line];
  const run: Machine['run'] = (line, { limitMs = COMMAND_LIMIT_MS } = {}) =>
    new Promise((resolve) => {
      const options = {
        env: ENVIRONMENT,
        timeout: limitMs,
        killSignal: 'SIGKILL',
        maxBuffer: 64 * 1024 * 1024,
      } as const;
      const child = execFile('nsenter', words(line), options, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
      );
    });
  return {
    name,
    address,
    get root() {
      return root();
    },
    get first() {
      return first();
    },
    run,
    async sh(line, options) {
      const { code, output } = await run(line, options);
      if (code !== 0) throw new Error(`${name}: ${line}\nended with ${code}:\n${output}`);
      return output.trim();
    },
    start: (line) => spawn('nsenter', words(line), { env: ENVIRONMENT }),
    async copy(local, path) {
      await mkdir(dirname(join(root(), path)), { recursive: true });
      await cp(local, join(root(), path), { recursive: true, dereference: false, verbatimSymlinks: true });
    },
    async write(path, content, mode = 0o644) {
      await mkdir(dirname(join(root(), path)), { recursive: true });
      await writeFile(join(root(), path), content, { mode });
    },
  };
}

/** Arguments of `nsenter`: every namespace of the machine but the users', which are this machine's. */
const within = (pid: number): readonly string[] => [
  '--target',
  String(pid),
  ...['mount', 'uts', 'ipc', 'net', 'pid', 'cgroup', 'root', 'wd'].map((space) => `--${space}`),
];

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

/** Networks whose process ended without closing them. */
async function removeAbandoned(): Promise<void> {
  for (const entry of readdirSync(tmpdir()).filter((each) => each.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), entry);
    const owner = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'));
    if (owner === 0 || existsSync(`/proc/${owner}`)) continue;
    // Another process may be at it too; what is left is the next one's.
    await tearDown(folder, entry.slice(FOLDER_PREFIX.length)).catch(() => undefined);
  }
}

async function tearDown(folder: string, id: string): Promise<void> {
  const spaces = readdirSync('/run/netns').filter((each) => each.startsWith(`fridge-${id}-`));
  for (const space of spaces) {
    const pids = await execute('ip', ['netns', 'pids', space]);
    // A machine ends with its first process; its others are gone before their turn comes.
    for (const pid of pids.stdout.split('\n').filter(Boolean)) end(Number(pid));
  }
  for (const machine of readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory()))
    await unmount(join(folder, machine.name, 'root'));
  for (const space of spaces) {
    await ip('netns', 'delete', space);
    await rm(`/etc/netns/${space}`, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

function end(pid: number): void {
  if (pid === process.pid) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** A machine's last process lets go of its disk a moment after it was ended. */
async function unmount(root: string): Promise<void> {
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const done = await execute('umount', [root]).then(
      () => true,
      () => !readFileSync('/proc/mounts', 'utf8').includes(` ${root} `),
    );
    if (done) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  await execute('umount', ['--lazy', root]);
}

const execute = promisify(execFile);
const ip = (...words: readonly string[]) => execute('ip', [...words]);
