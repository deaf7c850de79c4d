import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryInUse, lockDirectory } from './directory-lock.ts';
import { processIdentity } from './process-identity.ts';

let base = '';
let folder = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fridge-lock-'));
  folder = join(base, 'data');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const deadPid = () => Number(spawnSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).stdout);

describe('lockDirectory', () => {
  it('refuses a second holder, naming the process and what to do, and leaves no litter', async () => {
    const lock = await lockDirectory(folder);
    await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUse);
    await expect(lockDirectory(folder)).rejects.toThrow(new RegExp(`process ${process.pid}.*DATA_DIR`));
    expect(readdirSync(base)).toEqual(['data.lock']);
    await lock.release();
    expect(readdirSync(base)).toEqual([]);
  });

  it.each([
    ['a dead process', () => JSON.stringify({ pid: deadPid(), startedAt: '' })],
    ['an earlier process with the same id', () => JSON.stringify({ pid: process.pid, startedAt: 'another boot/1' })],
    ['nobody', () => 'half writ'],
  ])('takes over the lock of %s', async (_, content) => {
    writeFileSync(`${folder}.lock`, content());
    const lock = await lockDirectory(folder);
    expect(JSON.parse(readFileSync(`${folder}.lock`, 'utf8'))).toEqual(processIdentity(process.pid));
    await lock.release();
  });

  it('lets one of many take over a stale lock', async () => {
    writeFileSync(`${folder}.lock`, JSON.stringify({ pid: deadPid(), startedAt: '' }));
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(folder)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
