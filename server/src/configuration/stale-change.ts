import { isoInShanghai } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { differences } from './differences.ts';
import { ChangeRefused, StaleChange, type Version } from './documents.ts';
import { parseDocument } from './reconcile.ts';
import { listVersions } from './versions.ts';

const CHANGES_NAMED = 10;
const FIELDS_NAMED = 10;

/** Says what changed since: who, when, why, and the fields. */
export async function staleChange(queries: Queries, latest: Version, expected: number): Promise<StaleChange> {
  const { name, serial } = latest;
  if (expected > serial) return new StaleChange(`${name} has no serial ${expected} yet: the latest is ${serial}.`, []);
  const { since, lines } = await readChanges(queries, name, expected);
  const first = `${name} is at serial ${serial}, not at ${expected}: nothing was changed. Since then:`;
  return new StaleChange([first, ...lines].join('\n'), since);
}

/** @throws ChangeRefused when going back to a version would undo more than the latest change, with who made what */
export async function requireNoneUndone(queries: Queries, latest: Version, serial: number): Promise<void> {
  const { name } = latest;
  const { since, lines } = await readChanges(queries, name, serial);
  if (since.length < 2) return;
  const undone = `This would undo ${since.length > CHANGES_NAMED ? `more than ${CHANGES_NAMED}` : since.length} changes`;
  const remedy = `To undo them all, give the command again with --expect ${latest.serial}; else change what is wrong alone.`;
  throw new ChangeRefused([`${undone}, and nothing was changed:`, ...lines, remedy].join('\n'));
}

/** What changed after a version, newest first, and a line for each. */
async function readChanges(queries: Queries, name: Version['name'], serial: number) {
  const read = await listVersions(queries, name, { after: serial - 1, limit: CHANGES_NAMED + 2 });
  const since = read.filter((version) => version.serial > serial);
  const lines = since.slice(0, CHANGES_NAMED).map((version, index) => changeLine(version, read[index + 1] ?? null));
  return { since, lines: since.length > CHANGES_NAMED ? [...lines, '  and earlier ones'] : lines };
}

function changeLine(version: Version, before: Version | null): string {
  const fields = changedFields(version, before);
  const named = fields.slice(0, FIELDS_NAMED).join(', ');
  const rest = fields.length > FIELDS_NAMED ? ` and ${fields.length - FIELDS_NAMED} more` : '';
  const why = version.why === '' ? '' : `, "${version.why}"`;
  return `  ${version.serial} by ${version.changedBy} (${version.way}), ${isoInShanghai(version.changedAt)}${why}: ${named}${rest}`;
}

/** Paths of the fields that a version changed. @param before `null`: it was the first */
export function changedFields(version: Version, before: Version | null): string[] {
  if (before === null) return [];
  return differences(parseDocument(before.document), parseDocument(version.document)).map(({ path }) => path);
}
