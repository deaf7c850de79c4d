import type { Queries } from '../database/database.ts';
import { eventLine, listEvents } from '../history/events.ts';
import { StaleChange, type Version } from './documents.ts';
import { readVersion } from './versions.ts';

const CHANGES_NAMED = 10;

/** Says what changed since: who, when, why, and the fields. */
export async function staleChange(queries: Queries, latest: Version, expected: number): Promise<StaleChange> {
  const { name, serial } = latest;
  if (expected > serial) return new StaleChange(`${name} has no serial ${expected} yet: the latest is ${serial}.`);
  const { event } = await readVersion(queries, name, expected);
  const since = await listEvents(queries, { document: name, after: event, limit: CHANGES_NAMED + 1 });
  const lines = since.slice(0, CHANGES_NAMED).map((each) => `  ${eventLine(each)}`);
  const first = `${name} is at serial ${serial}, not at ${expected}: nothing was changed. Since then:`;
  return new StaleChange([first, ...lines, ...(since.length > CHANGES_NAMED ? ['  and earlier ones'] : [])].join('\n'));
}
