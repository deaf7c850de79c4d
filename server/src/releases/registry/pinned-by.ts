import type { Queries } from '../../database/database.ts';
import { listEvents } from '../../history/events.ts';

/** Of a remote; a pin is older than these at most. */
const EVENTS_READ = 500;

/** Who pinned a remote to the release that it has; `null` if the change is too long ago. */
export async function pinnedBy(queries: Queries, name: string): Promise<string | null> {
  const events = await listEvents(queries, { document: 'registry', about: name, limit: EVENTS_READ });
  const pins = events.find(({ changes }) => changes.some(({ path }) => isRelease(path, name)));
  return pins?.by ?? null;
}

const isRelease = (path: string, name: string): boolean =>
  [`remotes.${name}`, `remotes.${name}.release`].includes(path);
