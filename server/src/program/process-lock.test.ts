import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEASE_MS, LockHeld, lockHolder, HEARTBEAT_MS, takeLock } from './process-lock.ts';

let base = '';
let path = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fridge-lock-'));
  path = join(base, 'data.lock');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const deadPid = () => Number(spawnSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).stdout);
const staleLock = (pid: number, startedAt = '') => JSON.stringify({ pid, startedAt, id: 'stale' });

/** Starts a process that runs `code` and stays. */
async function startIdleProcess(code: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
const takeAndStay = () =>
  startIdleProcess(
    `import { takeLock } from './process-lock.ts'; await takeLock(${JSON.stringify(path)}); console.log('taken'); setInterval(() => {}, 1000)`,
  );

/** Sets the last heartbeat to `ms` ago. */
function silenceFor(ms: number): void {
  const at = new Date(Date.now() - ms);
  utimesSync(path, at, at);
}

/** A lock of a process in another container, after another boot, or on another machine. */
const lockElsewhere = (host: string) =>
  JSON.stringify({ pid: 1, startedAt: 'their boot/1', id: 'theirs', host, place: 'their boot/pid:[1]' });

describe('a lock held elsewhere', () => {
  it('is never taken while its holder sends heartbeats', async () => {
    writeFileSync(path, lockElsewhere('web-2'));
    await expect(takeLock(path)).rejects.toThrow(
      /process 1 on web-2, which last gave a sign \d+ s ago. End it there first/,
    );
    expect(await lockHolder(path)).toMatchObject({ pid: 1 });
  });

  it('is refused when another host is silent, with the remedy', async () => {
    writeFileSync(path, lockElsewhere('web-2'));
    silenceFor(LEASE_MS * 10);
    await expect(takeLock(path)).rejects.toThrow(
      `Whether it still runs can't be seen from here: make sure that it doesn't, then remove ${path}`,
    );
    expect(readFileSync(path, 'utf8')).toContain('theirs');
  });

  it('is refused with the remedy when its last heartbeat is ahead of the clock', async () => {
    writeFileSync(path, lockElsewhere('web-2'));
    silenceFor(-LEASE_MS * 10);
    await expect(takeLock(path)).rejects.toThrow(
      /whose last sign is \d+ s ahead of this clock\. Whether it still runs can't be seen from here/,
    );
  });

  it.each([
    ['this host, restarted', () => lockElsewhere(hostname())],
    ['no holder', () => 'half writ'],
    ['no holder, in JSON', () => 'null'],
  ])('is taken after the lease when its file names %s', async (_, content) => {
    writeFileSync(path, content());
    const taking = takeLock(path);
    expect(
      await Promise.race([taking.then(() => 'taken'), new Promise((resolve) => setTimeout(resolve, 100, 'waiting'))]),
    ).toBe('waiting');
    silenceFor(LEASE_MS + 1_000);
    const lock = await taking;
    expect(await lockHolder(path)).toMatchObject({ pid: process.pid });
    expect(readdirSync(base)).toEqual(['data.lock']);
    await lock.release();
  });
});

describe('the holder', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('sends heartbeats within the lease until it releases', async () => {
    expect(HEARTBEAT_MS * 3).toBeLessThan(LEASE_MS);
    const lock = await takeLock(path);
    silenceFor(LEASE_MS * 2);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(LEASE_MS);
    await lock.release();
    vi.advanceTimersByTime(HEARTBEAT_MS * 3);
    expect(readdirSync(base)).toEqual([]);
  });

  it('restores its lock after it was removed by hand', async () => {
    const lock = await takeLock(path);
    rmSync(path);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await expect(takeLock(path)).rejects.toThrow(LockHeld);
    await lock.release();
  });

  it('calls onLost once when another process has taken the lock, and leaves that lock alone', async () => {
    const onLost = vi.fn();
    const lock = await takeLock(path, { onLost });
    writeFileSync(path, lockElsewhere('web-2'));
    vi.advanceTimersByTime(HEARTBEAT_MS * 3);
    expect(onLost).toHaveBeenCalledOnce();
    await lock.release();
    expect(readFileSync(path, 'utf8')).toContain('theirs');
  });
});

describe('takeLock', () => {
  it('refuses a second holder, naming the process, and leaves no other files', async () => {
    const lock = await takeLock(path);
    await expect(takeLock(path)).rejects.toThrow(LockHeld);
    await expect(takeLock(path)).rejects.toMatchObject({ holder: { pid: process.pid } });
    expect(readdirSync(base)).toEqual(['data.lock']);
    await lock.release();
    expect(readdirSync(base)).toEqual([]);
  });

  it('waits up to the given time for a release', async () => {
    const lock = await takeLock(path);
    const second = takeLock(path, { waitMs: 5000 });
    await expect(takeLock(path, { waitMs: 60 })).rejects.toThrow(LockHeld);
    await lock.release();
    await (await second).release();
  });

  it.each([
    ['a dead process', () => staleLock(deadPid())],
    ['an earlier process with the same id', () => staleLock(process.pid, 'another boot/1')],
  ])('takes over the lock of %s', async (_, content) => {
    writeFileSync(path, content());
    expect(await lockHolder(path)).toBeNull();
    const lock = await takeLock(path);
    expect(await lockHolder(path)).toMatchObject({ pid: process.pid, who: `process ${process.pid}` });
    expect(readdirSync(base)).toEqual(['data.lock']);
    await lock.release();
  });

  it('identifies a process of this system by its id, also after the host was renamed', async () => {
    const lock = await takeLock(path);
    const renamed = readFileSync(path, 'utf8').replace(JSON.stringify(hostname()), '"laptop-at-home"');
    writeFileSync(path, renamed);
    silenceFor(LEASE_MS * 10);
    expect(await lockHolder(path)).toMatchObject({ who: `process ${process.pid}` });
    writeFileSync(path, renamed.replace(`"pid":${process.pid},`, `"pid":${deadPid()},`));
    expect(await lockHolder(path)).toBeNull();
    await lock.release();
  });

  it('takes over from a process that died while taking over', async () => {
    writeFileSync(path, staleLock(deadPid()));
    writeFileSync(`${path}.takeover`, staleLock(deadPid()));
    writeFileSync(`${path}.takeover.takeover`, staleLock(deadPid()));
    const lock = await takeLock(path);
    expect(readdirSync(base)).toEqual(['data.lock']);
    await lock.release();
  });

  it("doesn't remove a lock that another took after its own was removed by hand", async () => {
    const lock = await takeLock(path);
    rmSync(path);
    const second = await takeLock(path);
    await lock.release();
    expect(existsSync(path)).toBe(true);
    await second.release();
  });

  it('leaves a stopped process its lock, and takes it once that process was killed', async () => {
    const holder = await takeAndStay();
    holder.kill('SIGSTOP');
    await expect(takeLock(path, { waitMs: 100 })).rejects.toMatchObject({ holder: { pid: holder.pid } });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await (await takeLock(path)).release();
  });

  it('lets one process at a time hold a stale lock that several race for', { timeout: 60_000 }, async () => {
    const rounds = 100;
    const racers = 4;
    const dead = deadPid();
    for (let round = 0; round < rounds; round += 1) {
      writeFileSync(join(base, `${round}.lock`), staleLock(dead));
      writeFileSync(join(base, `${round}.count`), '0');
    }
    const script = join(import.meta.dirname, '../testing/lock-racer.ts');
    const startAt = String(Date.now() + 3000);
    const codes = await Promise.all(
      Array.from({ length: racers }, async () => {
        const child = spawn(process.execPath, ['--import', 'tsx', script, base, String(rounds), startAt], {
          stdio: 'inherit',
        });
        const [code] = await once(child, 'exit');
        return code as unknown;
      }),
    );
    expect(codes).toEqual(Array.from({ length: racers }, () => 0));
    expect(existsSync(join(base, 'violations'))).toBe(false);
    const counts = Array.from({ length: rounds }, (_, round) =>
      Number(readFileSync(join(base, `${round}.count`), 'utf8')),
    );
    expect(counts).toEqual(counts.map(() => racers));
    expect(readdirSync(base).filter((name) => name.includes('.lock'))).toEqual([]);
  });
});
