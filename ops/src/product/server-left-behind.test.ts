import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '@fridge/server/program/process-lock';
import { layEmbeddedDatabase } from '@fridge/server/testing/embedded-database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inRepository, stateFolderAt } from '../workspace.ts';
import { freeHostPort } from './ports.ts';
import { serverLeftBehind, serverOf } from './state-lock.ts';

let root: string;
let started: ChildProcess | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'left-'));
});
afterEach(async () => {
  started?.kill('SIGKILL');
  const server = (await serverOf(stateFolderAt(root)))?.pid ?? null;
  if (server !== null && server !== process.pid) process.kill(server, 'SIGKILL');
  await rm(root, { recursive: true, force: true });
});

const lines: string[] = [];
const print = (line: string) => void lines.push(line);
beforeEach(() => void (lines.length = 0));

it('a server whose npm start was killed ends; the next start waits for it', { timeout: 120_000 }, async () => {
  const port = await freeHostPort();
  const state = stateFolderAt(root);
  await layEmbeddedDatabase(state.data);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', inRepository('ops/src/product/testing/start-real-server.ts')],
    {
      cwd: inRepository(),
      env: { ...process.env, STATE_DIR: root, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  started = child;
  await once(child.stdout, 'data');
  const server = (await serverOf(state))?.pid;
  expect(server).toBeGreaterThan(0);

  child.kill('SIGKILL');
  await once(child, 'exit');
  await serverLeftBehind(state, print);
  expect(await serverOf(state)).toBeNull();
  await expect(fetch(`http://localhost:${port}/live`)).rejects.toThrow();
});

describe('the next start', () => {
  it('waits for an earlier server, says so, and goes on when it has ended', async () => {
    const state = stateFolderAt(root);
    const lock = await takeLock(`${state.data}.lock`);
    setTimeout(() => void lock.release(), 300);
    await serverLeftBehind(state, print);
    expect(lines).toEqual([
      `A server from before still runs on ${root} (process ${process.pid}). Waiting for it to end …`,
    ]);
  });

  it('names the process of a server that stays', async () => {
    await mkdir(root, { recursive: true });
    const lock = await takeLock(join(root, 'data.lock'));
    await expect(serverLeftBehind(stateFolderAt(root), print, 50)).rejects.toThrow(
      new RegExp(`in use by process ${process.pid}, a server.*kill ${process.pid}`),
    );
    await lock.release();
  });
});
