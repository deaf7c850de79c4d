import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const COMMAND_LIMIT_MS = 120_000;

/** Of the machines: nothing of this process's environment reaches them. */
export const ENVIRONMENT = {
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
export const within = (pid: number): readonly string[] => [
  '--target',
  String(pid),
  ...['mount', 'uts', 'ipc', 'net', 'pid', 'cgroup', 'root', 'wd'].map((space) => `--${space}`),
];
