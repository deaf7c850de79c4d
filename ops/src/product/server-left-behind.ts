import { setTimeout as delay } from 'node:timers/promises';
import { type LockHolder, lockHolder } from '@fridge/server/process-lock';
import type { StateFolder } from '../workspace.ts';
import { StateInUseError } from './state-lock.ts';

/** A server that lost who started it answers what is in flight and ends, within 10 s. */
const LEAVES_WITHIN_MS = 12_000;
const LOOK_AGAIN_MS = 200;

/**
 * Waits for a server that runs on a state whose product is gone: one that `npm start` left behind when it was killed
 * ends by itself. Says so, and whom to end if it stays: it may be somebody's own.
 * @throws StateInUseError naming its process
 */
export async function serverLeftBehind(
  state: Pick<StateFolder, 'root' | 'data' | 'operatorSocket'>,
  print: (line: string) => void,
  { waitMs = LEAVES_WITHIN_MS }: { waitMs?: number } = {},
): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  let told = false;
  for (;;) {
    const server = await serverOf(state);
    if (server === null) return;
    if (!told) print(`A server from before still runs on ${state.root} (${server.who}). Waiting for it to end …`);
    told = true;
    if (Date.now() > giveUpAt) throw new StateInUseError(state.root, `${server.who}, a server that nobody keeps running any more or that was started by itself. ${server.remedy}, and start again`);
    await delay(LOOK_AGAIN_MS);
  }
}

/** @returns the server that runs on a state, by the locks of its database and of its operator socket */
export async function serverOf({ data, operatorSocket }: Pick<StateFolder, 'data' | 'operatorSocket'>): Promise<LockHolder | null> {
  return (await lockHolder(`${data}.lock`)) ?? (await lockHolder(`${operatorSocket}.lock`));
}
