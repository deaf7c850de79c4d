import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { takeLock } from '@fridge/server/program/process-lock';
import * as v from 'valibot';
import { precompress } from '@fridge/server/host-origin/built-files';
import { parseJson, textOf } from '@fridge/server/storage/text';
import { inRepository, presentRemotes } from './workspace.ts';

/** Of the repository, not of a state. */
const STAMPS_PATH = inRepository('node_modules', '.cache', 'build-stamps.json');

/** A change makes every build stale. */
const BUNDLED_EVERYWHERE = [
  'shared-contracts',
  'shared-ui',
  'remote-kit/src/vite',
  'remote-kit/src/cli',
  'package-lock.json',
  'tsconfig.base.json',
];
/** Builds are CPU-bound, and small machines have two cores. */
const AT_ONCE = 2;

const stampsSchema = v.record(v.string(), v.string());

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
  await mkdir(dirname(STAMPS_PATH), { recursive: true });
  const lock = await takeLock(join(dirname(STAMPS_PATH), 'build.lock'), { waitMs: LOCK_WAIT_MS });
  try {
    await buildStale(print, commandLine, only);
  } finally {
    await lock.release();
  }
}

async function buildStale(
  print: (line: string) => void,
  commandLine: boolean,
  only: readonly string[] | undefined,
): Promise<void> {
  const folders = [
    'host',
    ...presentRemotes().map(({ folder }) => folder),
    'companion-app',
    'server',
    ...(commandLine ? ['ops'] : []),
  ].filter((folder) => only?.includes(folder) ?? true);
  const known = v.safeParse(stampsSchema, parseJson(textOf(STAMPS_PATH)));
  const stamps = known.success ? known.output : {};
  const stale: { folder: string; stamp: string }[] = [];
  const stampOf = sourceStamps();
  for (const folder of folders.filter((each) => existsSync(inRepository(each, 'vite.config.ts')))) {
    const stamp = stampOf([folder, ...BUNDLED_EVERYWHERE, ...(folder === 'ops' ? ['server'] : [])]);
    if (stamps[folder] !== stamp || !existsSync(inRepository(folder, 'dist'))) stale.push({ folder, stamp });
    else await confirmRelease(folder);
  }
  let done = 0;
  const queue = stale.values();
  const work = async () => {
    for (const { folder, stamp } of queue) {
      await buildOne(folder);
      if (folder !== 'server' && folder !== 'ops') await precompress(inRepository(folder, 'dist'));
      stamps[folder] = stamp;
      done += 1;
      print(`  ${done}/${stale.length} built ${folder}`);
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  // Kept even if a build failed.
  await writeFile(STAMPS_PATH, JSON.stringify(stamps, null, 2));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** `remote-kit publish` compares times, which a checkout changes where the content is the same. */
async function confirmRelease(folder: string): Promise<void> {
  const release = inRepository(folder, 'dist/release.json');
  if (existsSync(release)) await utimes(release, new Date(), new Date());
}

/** Remotes by the kit's command, as their teams do. */
function buildOne(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const isRemote = presentRemotes().some((remote) => remote.folder === folder);
    const parameters = isRemote
      ? ['--import', 'tsx', inRepository('remote-kit/src/cli/main.ts'), 'build']
      : [inRepository('node_modules/vite/bin/vite.js'), 'build', '--configLoader', 'runner', '--logLevel', 'warn'];
    const options = {
      cwd: inRepository(folder),
      env: { ...process.env, NO_COLOR: '1' },
      timeout: BUILD_LIMIT_MS,
      killSignal: 'SIGKILL',
    } as const;
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

const NO_SOURCE = /(?:^|[\\/])(?:node_modules|dist|\.vite|var)(?:[\\/]|$)|\.test\.tsx?$/;

/**
 * Recognises unchanged builds. A folder is read once, however many builds need it.
 * @returns what gives the hash of every source file of some folders and files
 */
function sourceStamps(): (parts: readonly string[]) => string {
  const known = new Map<string, string>();
  return (parts) => {
    for (const part of parts) if (!known.has(part)) known.set(part, hashOf(inRepository(part)));
    return createHash('sha256')
      .update(parts.map((part) => known.get(part)).join())
      .digest('hex');
  };
}

function hashOf(path: string): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles(path)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** A file alone is its own list; what isn't there has none. */
function sourceFiles(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NO_SOURCE.test(relative(path, file)))
    .toSorted();
}
