import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { precompress } from '@fridge/server/host-origin/built-files';
import { takeLock } from '@fridge/server/program/process-lock';
import { inRepository, presentRemotes } from './workspace.ts';

const CACHE = inRepository('node_modules', '.cache');

/** A change makes every build stale. */
const BUNDLED_EVERYWHERE = [
  'shared-contracts',
  'shared-ui',
  'remote-kit/src/vite',
  'remote-kit/src/cli',
  'package-lock.json',
  'tsconfig.base.json',
];
/** Those that Node runs: no browser asks for their files. */
const PROGRAMS: ReadonlySet<string> = new Set(['server', 'ops']);
/** Builds are CPU-bound, and small machines have two cores. */
const AT_ONCE = 2;

/** On a slow machine a package takes a minute. */
const BUILD_LIMIT_MS = 4 * 60 * 1000;

/** Then the other process hangs. */
const LOCK_WAIT_MS = 5 * 60 * 1000;

/**
 * Builds what changed: host, remotes, companion app and server. One process at a time, since `npm start` and `npm test`
 * use the same folders.
 * @param options.only folders, of those; default: all
 * @param options.commandLine builds the operators' command line too, which only a release needs built
 * @throws when a build fails; LockHeld after minutes of another process
 */
export async function buildAll(
  print: (line: string) => void,
  { commandLine = false, only }: { commandLine?: boolean; only?: readonly string[] } = {},
): Promise<void> {
  const remotes = presentRemotes().map(({ folder }) => folder);
  const folders = ['host', ...remotes, 'companion-app', 'server', ...(commandLine ? ['ops'] : [])];
  await mkdir(CACHE, { recursive: true });
  const lock = await takeLock(join(CACHE, 'build.lock'), { waitMs: LOCK_WAIT_MS });
  try {
    const stale = folders.filter((folder) => (only?.includes(folder) ?? true) && isStale(folder));
    let done = 0;
    const queue = stale.values();
    const work = async () => {
      for (const folder of queue) {
        const began = new Date();
        await buildOne(folder, remotes.includes(folder));
        const dist = inRepository(folder, 'dist');
        if (!PROGRAMS.has(folder)) await precompress(dist);
        await utimes(dist, began, began); // what changes meanwhile is built the next time
        print(`  ${(done += 1)}/${stale.length} built ${folder}`);
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  } finally {
    await lock.release();
  }
}

/** By the times of its sources and of its build, as make does. */
function isStale(folder: string): boolean {
  const built = statSync(inRepository(folder, 'dist'), { throwIfNoEntry: false });
  const parts = [folder, ...BUNDLED_EVERYWHERE, ...(folder === 'ops' ? ['server'] : [])];
  return built === undefined || parts.some((part) => changedSince(inRepository(part), built.mtimeMs));
}

const NO_SOURCE = /(?:^|[\\/])(?:node_modules|dist|\.vite|var)(?:[\\/]|$)|\.(?:test\.tsx?|tsbuildinfo)$/;

/** A file that is deleted changes its folder. */
function changedSince(path: string, time: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found !== undefined && found.mtimeMs > time;
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).some(
    (file) => !NO_SOURCE.test(file) && statSync(join(path, file)).mtimeMs > time,
  );
}

/** Remotes by the kit's command, as their teams do. */
function buildOne(folder: string, isRemote: boolean): Promise<void> {
  const parameters = isRemote
    ? ['--import', 'tsx', inRepository('remote-kit/src/cli/main.ts'), 'build']
    : [inRepository('node_modules/vite/bin/vite.js'), 'build', '--configLoader', 'runner', '--logLevel', 'warn'];
  const options = {
    cwd: inRepository(folder),
    env: { ...process.env, NO_COLOR: '1' },
    timeout: BUILD_LIMIT_MS,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, parameters, options, (error, output, errors) => {
      process.off('exit', endBuild);
      if (error === null) return resolve();
      const late = error.killed ? `It took longer than ${BUILD_LIMIT_MS / 60_000} minutes.` : '';
      reject(new Error(`Building ${folder} failed:\n${[output, errors, late].join('').trim()}`));
    });
    const endBuild = () => child.kill();
    process.once('exit', endBuild);
  });
}
