import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from '@fridge/server/process-lock';
import { inRepository } from '../workspace.ts';
import { resetState } from './state-lock.ts';

let root: string;
let children: ChildProcess[];
let socket: Server | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'state-'));
  children = [];
  await mkdir(join(root, 'data'));
  await writeFile(join(root, 'data', 'rows'), 'what must not be lost');
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  socket?.close();
  socket = undefined;
  await rm(root, { recursive: true, force: true });
});

/** A product of its own process; what it runs on is all that matters here. */
async function holdState(folder: string): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', inRepository('ops/src/product/testing/hold-state.ts')], {
    cwd: inRepository(),
    env: { ...process.env, STATE_DIR: folder, PORT: '4170' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line]: Buffer[] = await once(child.stdout, 'data');
  return Number(String(line).trim());
}

/** Root may write anywhere, so it looks as somebody else. */
const NOBODY = 65_534;

function runScript(script: 'reset' | 'start' | 'dev', env: Record<string, string>, user: { uid?: number; gid?: number } = {}): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', inRepository(`ops/src/${script}.ts`)], {
    cwd: inRepository(),
    env: { ...process.env, STATE_DIR: root, ...env },
    encoding: 'utf8',
    ...user,
  });
  return { status, output: stdout + stderr };
}

const isKept = () => existsSync(join(root, 'data', 'rows'));

describe('npm run reset', { timeout: 30_000 }, () => {
  it('leaves the state of a running product alone, whatever PORT says', async () => {
    const pid = await holdState(root);
    const { status, output } = runScript('reset', { PORT: '5170' });
    expect([status, isKept()]).toEqual([1, true]);
    expect(output).toContain(`Nothing was removed: ${root} is in use by process ${pid}`);
  });

  it('leaves the state alone while npm run dev has its own within it', async () => {
    const pid = await holdState(join(root, 'dev'));
    const { status, output } = runScript('reset', {});
    expect([status, isKept()]).toEqual([1, true]);
    expect(output).toContain(`${join(root, 'dev')} is in use by process ${pid}`);
  });

  it('empties the state once the product was killed', async () => {
    await holdState(root);
    children[0]?.kill('SIGKILL');
    if (children[0]) await once(children[0], 'exit');
    expect(runScript('reset', {}).status).toBe(0);
    expect(await readdir(root)).toEqual([]);
  });
});

describe('resetState', () => {
  it('asks the server that was started by itself: its database', async () => {
    const lock = await takeLock(join(root, 'data.lock'));
    await expect(resetState(root)).rejects.toThrow(`process ${process.pid}, which has its database open`);
    expect(isKept()).toBe(true);
    await lock.release();
    await resetState(root);
    expect(isKept()).toBe(false);
  });

  it('asks the server that was started by itself: its operator socket', async () => {
    const listening = createServer();
    socket = listening;
    await new Promise<void>((resolve) => listening.listen(join(root, 'operator.sock'), resolve));
    await expect(resetState(root)).rejects.toThrow('answers at its operator socket');
    expect(isKept()).toBe(true);
  });

  it('has nothing to do where there is no state', async () => {
    await rm(root, { recursive: true });
    await expect(resetState(root)).resolves.toBeUndefined();
  });
});

describe('lockState', () => {
  it('leaves no lock behind by a process that ends without saying so', { timeout: 30_000 }, () => {
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', inRepository('ops/src/product/testing/hold-state.ts'), 'briefly'], { cwd: inRepository(), env: { ...process.env, STATE_DIR: root } });
    expect([status, existsSync(join(root, 'run')), existsSync(join(root, 'run', 'product.lock'))]).toEqual([0, true, false]);
  });
});

describe('a state folder that may only be read', { timeout: 30_000 }, () => {
  it.each(['start', 'dev', 'reset'] as const)('is told by npm run %s in plain words, with 1 and no stack', async (script) => {
    const other = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    if (other.uid !== undefined) await chown(root, NOBODY, NOBODY);
    await chmod(root, 0o555);
    const { status, output } = runScript(script, {}, other);
    await chmod(root, 0o755);
    expect(status).toBe(1);
    expect(output).toMatch(/The folder .* can't be written: this user may not\. .*STATE_DIR/);
    expect(output).not.toMatch(/^ {4}at /m);
    expect(isKept()).toBe(true);
  });
});

describe('a second start on the same state', { timeout: 30_000 }, () => {
  it.each(['start', 'dev'] as const)('is refused by npm run %s with the process that has it, on other ports too', async (script) => {
    const pid = await holdState(root);
    const { status, output } = runScript(script, { PORT: '5170' });
    expect(status).toBe(1);
    expect(output).toContain(`${root} is in use by process ${pid}`);
    expect(output).not.toContain('Building');
  });
});
