import { type ChildProcess, execFile, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const START_LIMIT_MS = 30_000;
const COMMAND_LIMIT_MS = 170_000;

/** Debian 12 has `docker-compose` in place of `docker compose`. */
const DOCKER = `#!/bin/sh
[ "$1" != compose ] || { shift; exec /usr/bin/docker-compose "$@"; }
exec /usr/bin/docker "$@"
`;

export type Ran = { code: number; output: string };

/** A Docker of this test's own; its images, containers and networks end with the namespaces that `run.ts` made. */
export interface Engine {
  run(command: string, words: readonly string[], options?: RunOptions): Promise<Ran>;
  /** @throws unless it ends with 0 */
  docker(...words: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}
type RunOptions = { cwd?: string; env?: Readonly<Record<string, string>> };

export async function startEngine(folder: string): Promise<Engine> {
  const socket = join(folder, 'docker.sock');
  const log = join(folder, 'dockerd.log');
  await mkdir(folder, { recursive: true });
  const programs = join(folder, 'bin');
  await mkdir(programs);
  await writeFile(join(programs, 'docker'), DOCKER, { mode: 0o755 });
  const environment = {
    PATH: `${programs}:/usr/sbin:/usr/bin:/sbin:/bin`,
    HOME: folder,
    DOCKER_HOST: `unix://${socket}`,
  };
  const run: Engine['run'] = (command, words, { cwd = folder, env = {} } = {}) =>
    new Promise((resolve) => {
      const options = { cwd, env: { ...environment, ...env }, timeout: COMMAND_LIMIT_MS, maxBuffer: 1 << 26 };
      const child = execFile(command, words, options, (error, stdout, stderr) =>
        resolve({
          code: child.exitCode ?? 1,
          output: stdout + stderr + (error?.killed === true ? '\nout of time' : ''),
        }),
      );
    });
  const docker = async (...words: readonly string[]) => {
    const { code, output } = await run('docker', words);
    if (code !== 0) throw new Error(`docker ${words.join(' ')} ended with ${code}:\n${output}`);
    return output;
  };

  await run('ip', ['link', 'set', 'lo', 'up']);
  const file = openSync(log, 'a');
  const folders = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')];
  const here = ['--pidfile', join(folder, 'dockerd.pid'), '--host', `unix://${socket}`];
  const group = `fridge-container-${process.hrtime.bigint()}`;
  const options = { env: environment, stdio: ['ignore', file, file] } satisfies SpawnOptions;
  const daemon: ChildProcess = spawn('dockerd', [...folders, ...here, '--cgroup-parent', `/${group}`], options);
  const deadline = Date.now() + START_LIMIT_MS;
  while ((await run('docker', ['info'])).code !== 0) {
    if (daemon.exitCode !== null || Date.now() > deadline)
      throw new Error(`Docker didn't start:\n${(await readFile(log, 'utf8')).slice(-3000)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    run,
    docker,
    async stop() {
      daemon.kill('SIGTERM');
      if (daemon.exitCode === null) await once(daemon, 'exit');
      await run('sh', ['-c', `rmdir /sys/fs/cgroup/${group} /sys/fs/cgroup/*/${group}`]);
    },
  };
}
