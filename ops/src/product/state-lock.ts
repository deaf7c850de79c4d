import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LockHeld, type LockHolder, lockHolder, takeLock } from '@fridge/server/program/process-lock';
import { makeWritable } from '@fridge/server/storage/writable-folder';
import { type StateFolder, stateFolderAt } from '../workspace.ts';
import { takesConnections } from './ports.ts';

export class StateInUseError extends Error {
  override name = 'StateInUseError';
  constructor(root: string, holder: string) {
    super(`${root} is in use by ${holder}.`);
  }
}

/** @throws StateInUseError naming the process that uses it; FolderNotWritable */
export async function lockState({ root, productLock }: StateFolder): Promise<{ release(): Promise<void> }> {
  await makeWritable(root, 'STATE_DIR');
  await makeWritable(dirname(productLock), 'STATE_DIR');
  const lock = await takeLock(productLock).catch((error: unknown) => {
    if (!(error instanceof LockHeld)) throw error;
    const { who, remedy } = error.holder;
    throw new StateInUseError(root, `${who}. ${remedy}, or give this one a state of its own with STATE_DIR`);
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
  const state = stateFolderAt(root);
  const run = dirname(state.productLock);
  const lock = await lockState(state);
  await removeAllBut(root, run);
  await removeAllBut(run, state.productLock);
  await lock.release();
  await rmdir(run).catch(() => undefined);
}

/** @returns what uses the folder, or `null` */
async function holderOf({ productLock, data, operatorSocket }: StateFolder): Promise<string | null> {
  const locks = [
    [productLock, ' (npm start or npm run dev)'],
    [`${data}.lock`, ', which has its database open'],
  ] as const;
  for (const [path, what] of locks) {
    const holder = await lockHolder(path);
    if (holder) return `${holder.who}${what}. ${holder.remedy}`;
  }
  return (await takesConnections({ path: operatorSocket })) ? 'a server that answers at its operator socket' : null;
}

async function removeAllBut(folder: string, exception: string): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name)).filter((path) => path !== exception);
  await Promise.all(paths.map((path) => rm(path, { recursive: true, force: true })));
}

/** An orphaned server ends within 10 s. */
const ORPHAN_LIMIT_MS = 12_000;
const CHECK_EVERY_MS = 200;

/**
 * Waits until a killed product's server ends.
 * @throws StateInUseError naming its process when it doesn't: it may run on its own
 */
export async function serverLeftBehind(
  state: StateFolder,
  print: (line: string) => void,
  waitMs = ORPHAN_LIMIT_MS,
): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  for (let isPrinted = false; ; isPrinted = true) {
    const server = await serverOf(state);
    if (server === null) return;
    if (!isPrinted) print(`A server from before still runs on ${state.root} (${server.who}). Waiting for it to end …`);
    if (Date.now() > giveUpAt) {
      const origin = 'a server that nobody keeps running any more or that was started by itself';
      throw new StateInUseError(state.root, `${server.who}, ${origin}. ${server.remedy}, and start again`);
    }
    await delay(CHECK_EVERY_MS);
  }
}

/** Locks the database. */
export const serverOf = ({ data }: StateFolder): Promise<LockHolder | null> => lockHolder(`${data}.lock`);
