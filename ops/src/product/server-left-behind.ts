import { setTimeout as delay } from 'node:timers/promises';
import { type LockHolder, lockHolder } from '@fridge/server/process-lock';
import type { StateFolder } from '../workspace.ts';
import { StateInUseError } from './state-lock.ts';

/** An orphaned server ends within 10 s. */
const LEAVES_WITHIN_MS = 12_000;
const LOOK_AGAIN_MS = 200;

/**
 * Waits until a killed product's server ends.
 * @throws StateInUseError naming its process when it doesn't: it may run on its own
 */
export async function serverLeftBehind(
  state: Pick<StateFolder, 'root' | 'data' | 'operatorSocket'>,
  print: (line: string) => void,
  { waitMs = LEAVES_WITHIN_MS }: { waitMs?: number } = {},
): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  let printed = false;
  for (;;) {
    const server = await serverOf(state);
    if (server === null) return;
    if (!printed) print(`A server from before still runs on ${state.root} (${server.who}). Waiting for it to end …`);
    printed = true;
    if (Date.now() > giveUpAt) {
      const origin = 'a server that nobody keeps running any more or that was started by itself';
      throw new StateInUseError(state.root, `${server.who}, ${origin}. ${server.remedy}, and start again`);
    }
    await delay(LOOK_AGAIN_MS);
  }
}

/** Locks the database or the operator socket. */
export async function serverOf({ data, operatorSocket }: Pick<StateFolder, 'data' | 'operatorSocket'>): Promise<LockHolder | null> {
  return (await lockHolder(`${data}.lock`)) ?? (await lockHolder(`${operatorSocket}.lock`));
}
