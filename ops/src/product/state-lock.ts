import { readdir, rm, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { LockHeld, lockHolder, takeLock } from '@fridge/server/process-lock';
import { makeWritable } from '@fridge/server/writable-folder';
import { type StateFolder, stateFolderAt } from '../workspace.ts';

export class StateInUseError extends Error {
  constructor(root: string, holder: string) {
    super(`${root} is in use by ${holder}.`);
    this.name = 'StateInUseError';
  }
}

/** @throws StateInUseError naming the process that uses it; FolderNotWritable */
export async function lockState(state: StateFolder): Promise<{ release(): Promise<void> }> {
  await makeWritable(state.root, 'STATE_DIR');
  await makeWritable(dirname(state.productLock), 'STATE_DIR');
  const lock = await takeLock(state.productLock).catch((error: unknown) => {
    if (!(error instanceof LockHeld)) throw error;
    const { who, remedy } = error.holder;
    throw new StateInUseError(state.root, `${who}. ${remedy}, or give this one a state of its own with STATE_DIR`);
  });
  // Synchronous, since Vite's servers end the process on a signal.
  const releaseAtExit = () => void lock.release();
  process.once('exit', releaseAtExit);
  return {
    release() {
      process.off('exit', releaseAtExit);
      return lock.release();
    },
  };
}

/**
 * Empties a state folder and those in it (such as `var/dev`).
 * @throws StateInUseError, with nothing removed, when one is in use
 */
export async function resetState(root: string): Promise<void> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name));
  for (const folder of [root, ...inner]) {
    const holder = await holderOf(stateFolderAt(folder));
    if (holder !== null) throw new StateInUseError(folder, holder);
  }
  const { productLock, ...state } = stateFolderAt(root);
  const lock = await lockState({ ...state, productLock });
  const run = dirname(productLock);
  await removeAllBut(root, run);
  await removeAllBut(run, productLock);
  await lock.release();
  await rmdir(run).catch(() => undefined);
}

/** @returns what uses the folder, or `null` */
async function holderOf(state: StateFolder): Promise<string | null> {
  const locks = [
    [state.productLock, ' (npm start or npm run dev)'],
    [`${state.data}.lock`, ', which has its database open'],
    [`${state.operatorSocket}.lock`, ', a server'],
  ] as const;
  for (const [path, what] of locks) {
    const holder = await lockHolder(path);
    if (holder) return `${holder.who}${what}. ${holder.remedy}`;
  }
  return (await isAnswered(state.operatorSocket)) ? 'a server that answers at its operator socket' : null;
}

async function removeAllBut(folder: string, kept: string): Promise<void> {
  const entries = await readdir(folder);
  const paths = entries.map((name) => join(folder, name)).filter((path) => path !== kept);
  await Promise.all(paths.map((path) => rm(path, { recursive: true, force: true })));
}

function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
