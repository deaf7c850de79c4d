import type { Queries } from '../database/database.ts';
import { listEvents } from '../history/events.ts';

/** Of a remote; what is older counts as old as they are. */
const EVENTS_READ = 200;

/**
 * Since when what is decided of a remote holds, by the history. `decidedAt`: the whole of it. `startedAt`: the releases
 * that its visitors get, whatever the canary's share was meanwhile. `isPromotion`: these changed last by a promotion,
 * or a roll-back to another release.
 */
export async function readDecided(queries: Queries, name: string) {
  const found = await listEvents(queries, { about: name, limit: EVENTS_READ });
  const paths = new Set([
    'promoted',
    ...['', '.release', '.canary', '.canary.release'].map((at) => `remotes.${name}${at}`),
  ]);
  const decided = found.find(({ document }) => document === 'registry') ?? found.at(-1);
  const started = found.find(({ changes }) => changes.some(({ path }) => paths.has(path))) ?? found.at(-1);
  return {
    decidedAt: decided?.at ?? new Date(0),
    startedAt: started?.at ?? new Date(0),
    isPromotion: started?.changes.some(({ path }) => path === 'promoted') === true,
  };
}

/** Of a remote; a pin is older than these at most. */
const PINS_READ = 500;

/** Who pinned a remote to the release that it has; `null` if the change is too long ago. */
export async function pinnedBy(queries: Queries, name: string): Promise<string | null> {
  const paths = new Set([`remotes.${name}`, `remotes.${name}.release`]);
  const found = await listEvents(queries, { document: 'registry', about: name, limit: PINS_READ });
  return found.find(({ changes }) => changes.some(({ path }) => paths.has(path)))?.by ?? null;
}
