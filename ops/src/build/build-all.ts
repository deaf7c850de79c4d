import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { takeLock } from '@fridge/server/process-lock';
import { inRepository, presentRemotes } from '../workspace.ts';
import { precompress } from './built-files.ts';
import { sourceStamp } from './source-stamp.ts';

type BuildProgress = (done: number, total: number, text: string) => void;

/** A change makes every build stale. */
const BUNDLED_EVERYWHERE = ['shared-contracts', 'shared-ui', 'remote-kit/src/vite'];
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
 * @throws when a build fails; LockHeld after minutes of another process
 */
export async function buildAll(stampsPath: string, onProgress: BuildProgress): Promise<void> {
  await mkdir(dirname(stampsPath), { recursive: true });
  const lock = await takeLock(join(dirname(stampsPath), 'build.lock'), { waitMs: LOCK_WAIT_MS });
  try {
    await buildStale(stampsPath, onProgress);
  } finally {
    await lock.release();
  }
}

async function buildStale(stampsPath: string, onProgress: BuildProgress): Promise<void> {
  const folders = ['host', ...presentRemotes().map(({ folder }) => folder), 'companion-app', 'server'].filter((folder) =>
    existsSync(inRepository(folder, 'vite.config.ts')),
  );
  const known = await readStamps(stampsPath);
  const stamps = { ...known };
  const stale: { folder: string; stamp: string }[] = [];
  for (const folder of folders) {
    const stamp = await sourceStamp(
      [folder, ...BUNDLED_EVERYWHERE].map((part) => inRepository(part)),
      ['package-lock.json', 'tsconfig.base.json'].map((file) => inRepository(file)),
    );
    if (known[folder] !== stamp || !existsSync(inRepository(folder, 'dist'))) stale.push({ folder, stamp });
  }
  const total = stale.length;
  let done = 0;
  const queue = [...stale];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await buildOne(next.folder);
      if (next.folder !== 'server') await precompress(inRepository(next.folder, 'dist'));
      stamps[next.folder] = next.stamp;
      done += 1;
      onProgress(done, total, next.folder);
    }
  };
  // Kept even if a build fails.
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  await writeFile(stampsPath, JSON.stringify(stamps, null, 2));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

function buildOne(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = inRepository('node_modules/vite/bin/vite.js');
    const child = spawn(process.execPath, [vite, 'build', '--configLoader', 'runner', '--logLevel', 'warn'], {
      cwd: inRepository(folder),
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const endBuild = () => child.kill();
    process.once('exit', endBuild);
    const limit = setTimeout(() => {
      output += `It took longer than ${BUILD_LIMIT_MS / 60_000} minutes.`;
      child.kill('SIGKILL');
    }, BUILD_LIMIT_MS);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.once('close', () => {
      process.off('exit', endBuild);
      clearTimeout(limit);
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Building ${folder} failed:\n${output.trim()}`))));
  });
}

async function readStamps(path: string): Promise<Record<string, string>> {
  try {
    return v.parse(stampsSchema, JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return {};
  }
}
