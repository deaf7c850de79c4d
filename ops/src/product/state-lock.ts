import { readdir, rm, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { LockHeld, type LockHolder, lockHolder, takeLock } from '@fridge/server/process-lock';
import { makeWritable } from '@fridge/server/writable-folder';
import { type StateFolder, stateFolderAt } from '../workspace.ts';

export class StateInUseError extends Error {
  constructor(root: string, holder: string) {
    super(`${root} is in use by ${holder}.`);
    this.name = 'StateInUseError';
  }
}

/**
 * Takes a state folder for one running product.
 * @throws StateInUseError naming the process that has it, FolderNotWritable
 */
export async function lockState(state: StateFolder): Promise<{ release(): Promise<void> }> {
  await makeWritable(state.root, 'STATE_DIR');
  await makeWritable(dirname(state.productLock), 'STATE_DIR');
  const lock = await takeLock(state.productLock).catch((error: unknown) => {
    throw error instanceof LockHeld ? new StateInUseError(state.root, `${error.holder.who}. ${error.holder.remedy}, or give this one a state of its own with STATE_DIR`) : error;
  });
  // Vite's servers end the process by themselves when it is told to. A release is done before its promise is returned.
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
 * Empties a state folder and those in it (`npm run dev` has its own in `var/dev`), unless somebody uses one of them:
 * a product, or a server that was started by itself. Ports say nothing of that.
 * @throws StateInUseError; nothing is removed then
 */
export async function resetState(root: string): Promise<void> {
  const folders = [root, ...(await readdir(root, { withFileTypes: true }).catch(() => [])).flatMap((entry) => (entry.isDirectory() ? [join(root, entry.name)] : []))];
  for (const folder of folders) {
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

/** @returns who uses a state folder, fit to print, or `null` */
async function holderOf(state: StateFolder): Promise<string | null> {
  const product = await lockHolder(state.productLock);
  if (product) return told(product, ' (npm start or npm run dev)');
  const database = await lockHolder(`${state.data}.lock`);
  if (database) return told(database, ', which has its database open');
  const server = await lockHolder(`${state.operatorSocket}.lock`);
  if (server) return told(server, ', a server');
  return (await isAnswered(state.operatorSocket)) ? 'a server that answers at its operator socket' : null;
}

const told = ({ who, remedy }: LockHolder, what: string): string => `${who}${what}. ${remedy}`;

async function removeAllBut(folder: string, kept: string): Promise<void> {
  const entries = await readdir(folder);
  await Promise.all(entries.map((name) => join(folder, name)).filter((path) => path !== kept).map((path) => rm(path, { recursive: true, force: true })));
}

function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
