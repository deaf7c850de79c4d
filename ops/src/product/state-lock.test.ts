import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { takeLock } from '@fridge/server/program/process-lock';
import { inRepository } from '../workspace.ts';
import { resetState } from './state-lock.ts';

type Context = Pick<TestContext, 'onTestFinished'>;

/** A state folder with something in it, removed after the test. */
async function stateWithRows({ onTestFinished }: Context): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'state-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'data'));
  await writeFile(join(root, 'data', 'rows'), 'what must not be lost');
  return root;
}

const isKept = (root: string) => existsSync(join(root, 'data', 'rows'));

/** A process that locks a state folder as a product does. */
async function holdState(folder: string, { onTestFinished }: Context) {
  const holder = inRepository('ops/src/product/testing/hold-state.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', holder], {
    cwd: inRepository(),
    env: { ...process.env, STATE_DIR: folder, PORT: '4170' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line]: Buffer[] = await once(child.stdout, 'data');
  return { child, pid: Number(String(line).trim()) };
}

type Result = { status: number | null; output: string };

function runScript(root: string, script: string, env: Record<string, string> = {}, user: object = {}): Promise<Result> {
  const [path = '', ...args] = script.split(' ');
  const options = { cwd: inRepository(), env: { ...process.env, STATE_DIR: root, ...env }, ...user };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', inRepository(path), ...args],
      options,
      (_, stdout, stderr) => resolve({ status: child.exitCode, output: stdout + stderr }),
    );
  });
}

describe.concurrent('npm run reset', { timeout: 60_000 }, () => {
  it('keeps the state of a running product, whatever PORT is', async (test) => {
    const root = await stateWithRows(test);
    const { pid } = await holdState(root, test);
    const { status, output } = await runScript(root, 'ops/src/main.ts reset', { PORT: '5170' });
    expect([status, isKept(root)]).toEqual([1, true]);
    expect(output).toContain(`Nothing was removed: ${root} is in use by process ${pid}`);
  });

  it('keeps the state while npm run dev uses the one inside it', async (test) => {
    const root = await stateWithRows(test);
    const { pid } = await holdState(join(root, 'dev'), test);
    const { status, output } = await runScript(root, 'ops/src/main.ts reset');
    expect([status, isKept(root)]).toEqual([1, true]);
    expect(output).toContain(`${join(root, 'dev')} is in use by process ${pid}`);
  });

  it('empties the state of a killed product', async (test) => {
    const root = await stateWithRows(test);
    const { child } = await holdState(root, test);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await runScript(root, 'ops/src/main.ts reset')).status).toBe(0);
    expect(await readdir(root)).toEqual([]);
  });
});

describe('resetState', () => {
  it('refuses while a server has the database open', async (test) => {
    const root = await stateWithRows(test);
    const lock = await takeLock(join(root, 'data.lock'));
    await expect(resetState(root)).rejects.toThrow(`process ${process.pid}, which has its database open`);
    expect(isKept(root)).toBe(true);
    await lock.release();
    await resetState(root);
    expect(isKept(root)).toBe(false);
  });

  it('refuses while a server answers at the operator socket', async (test) => {
    const root = await stateWithRows(test);
    const listening = createServer();
    test.onTestFinished(() => void listening.close());
    await new Promise<void>((resolve) => listening.listen(join(root, 'operator.sock'), resolve));
    await expect(resetState(root)).rejects.toThrow('answers at its operator socket');
    expect(isKept(root)).toBe(true);
  });

  it('succeeds where there is no state', async (test) => {
    const root = await stateWithRows(test);
    await rm(root, { recursive: true });
    await expect(resetState(root)).resolves.toBeUndefined();
  });
});

describe.concurrent('lockState', { timeout: 60_000 }, () => {
  it('is released by a process that exits without releasing it', async (test) => {
    const root = await stateWithRows(test);
    const { status } = await runScript(root, 'ops/src/product/testing/hold-state.ts briefly');
    const lock = join(root, 'run', 'product.lock');
    expect([status, existsSync(join(root, 'run')), existsSync(lock)]).toEqual([0, true, false]);
  });

  it.for(['start', 'dev', 'reset'])(
    'of a read-only folder ends npm run %s with 1 and a message without a stack',
    async (script, test) => {
      const root = await stateWithRows(test);
      // Root may write anywhere, so the script runs as another user.
      const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
      if (nobody !== null) await chown(root, nobody.uid, nobody.gid);
      await chmod(root, 0o555);
      const { status, output } = await runScript(root, `ops/src/main.ts ${script}`, {}, nobody ?? {});
      await chmod(root, 0o755);
      expect(status).toBe(1);
      expect(output).toMatch(/The folder .* can't be written: this user may not\. .*STATE_DIR/);
      expect(output).not.toMatch(/^ {4}at /m);
      expect(isKept(root)).toBe(true);
    },
  );

  it.for(['start', 'dev'])(
    'of a state in use refuses npm run %s, which names the process, also on other ports',
    async (script, test) => {
      const root = await stateWithRows(test);
      const { pid } = await holdState(root, test);
      const { status, output } = await runScript(root, `ops/src/main.ts ${script}`, { PORT: '5170' });
      expect(status).toBe(1);
      expect(output).toContain(`${root} is in use by process ${pid}`);
      expect(output).not.toContain('Building');
    },
  );
});
