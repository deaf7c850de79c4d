import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inRepository } from '../workspace.ts';

let starting: ChildProcess | undefined;
let server = 0;
afterEach(() => {
  starting?.kill('SIGKILL');
  if (server > 0 && runs(server)) process.kill(server, 'SIGKILL');
});

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('ending while the server is still starting', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves no server behind on %s', async (signal) => {
    const child = spawn(process.execPath, ['--import', 'tsx', inRepository('ops/src/product/testing/start-silent-server.ts')], {
      cwd: inRepository(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    starting = child;
    const [line]: Buffer[] = await once(child.stdout, 'data');
    server = Number(String(line).trim());
    expect(runs(server)).toBe(true);
    child.kill(signal);
    await once(child, 'exit');
    await vi.waitFor(() => expect(runs(server)).toBe(false), { timeout: 5_000 });
  });
});

describe('ending npm, which runs the product', () => {
  it.each([
    ['SIGTERM', ''], ['SIGHUP', ''], ['SIGKILL', ''],
    // A shell that stays between npm and the product.
    ['SIGTERM', '; true'], ['SIGKILL', '; true'],
  ] as const)('by %s leaves nothing behind, its script being followed by "%s"', { timeout: 30_000 }, async (signal, more) => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-'));
    const script = `node --import ${import.meta.resolve('tsx')} ${inRepository('ops/src/product/testing/start-silent-server.ts')}${more}`;
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'started', scripts: { start: script } }));
    const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    starting = npm;
    const [line]: Buffer[] = await once(npm.stdout, 'data');
    server = Number(String(line).trim());
    expect(runs(server)).toBe(true);
    npm.kill(signal);
    await vi.waitFor(() => expect(runs(server)).toBe(false), { timeout: 15_000 });
    await rm(folder, { recursive: true, force: true });
  });
});
