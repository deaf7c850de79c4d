import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { underBuildLock } from './build-lock.ts';

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-lock-'));
  lock = join(folder, 'cache', 'build.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('underBuildLock', () => {
  it('lets one build at a time', async () => {
    let running = 0;
    let most = 0;
    const build = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
    };
    await Promise.all([1, 2, 3].map(() => underBuildLock(lock, build)));
    expect(most).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });

  it('lets the next one build after one that failed', async () => {
    await expect(underBuildLock(lock, () => Promise.reject(new Error('a build error')))).rejects.toThrow('a build error');
    expect(await underBuildLock(lock, async () => 'built')).toBe('built');
  });

  it('takes over from a process that died', async () => {
    await underBuildLock(lock, async () => undefined);
    await writeFile(lock, String(spawnSync(process.execPath, ['-e', '0']).pid));
    expect(await underBuildLock(lock, async () => 'built')).toBe('built');
  });
});
