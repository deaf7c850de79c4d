import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { inRepository } from '../workspace.ts';

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const SILENT_SERVER = inRepository('ops/src/product/testing/start-silent-server.ts');

type Context = Pick<TestContext, 'onTestFinished'>;

/** Starts a process that starts a server; both are ended after the test. @returns the server's process id too */
async function startServerBy(command: string, args: readonly string[], cwd: string, { onTestFinished }: Context) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let server = 0;
  onTestFinished(() => {
    child.kill('SIGKILL');
    if (server > 0 && runs(server)) process.kill(server, 'SIGKILL');
  });
  const [line]: Buffer[] = await once(child.stdout, 'data');
  server = Number(String(line).trim());
  expect(runs(server)).toBe(true);
  return { child, server };
}

describe.concurrent('ending', { timeout: 30_000 }, () => {
  const start = ['--import', 'tsx', SILENT_SERVER];
  it.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves no server behind on %s while it starts',
    async (signal, test) => {
      const { child, server } = await startServerBy(process.execPath, start, inRepository(), test);
      child.kill(signal);
      await once(child, 'exit');
      await vi.waitFor(() => expect(runs(server)).toBe(false), { timeout: 5_000 });
    },
  );

  it.for([
    ['SIGTERM', ''],
    ['SIGHUP', ''],
    ['SIGKILL', ''],
    // A shell stays between npm and the product.
    ['SIGTERM', '; true'],
    ['SIGKILL', '; true'],
  ] as const)('npm by %s leaves no server behind, with "%s" after its script', async ([signal, more], test) => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-'));
    const script = `node --import ${import.meta.resolve('tsx')} ${SILENT_SERVER}${more}`;
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'started', scripts: { start: script } }));
    const { child, server } = await startServerBy('npm', ['start', '--silent'], folder, test);
    child.kill(signal);
    await vi.waitFor(() => expect(runs(server)).toBe(false), { timeout: 15_000 });
    await rm(folder, { recursive: true, force: true });
  });
});
