import { isoInShanghai } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { differences } from './differences.ts';
import { StaleChange, type Version } from './documents.ts';
import { parseDocument } from './reconcile.ts';
import { listVersions } from './versions.ts';

const CHANGES_NAMED = 10;
const FIELDS_NAMED = 10;

/** Says what changed since: who, when, why, and the fields. */
export async function staleChange(queries: Queries, latest: Version, expected: number): Promise<StaleChange> {
  const { name, serial } = latest;
  if (expected > serial) return new StaleChange(`${name} has no serial ${expected} yet: the latest is ${serial}.`, []);
  const since = await listVersions(queries, name, { after: expected - 1, limit: CHANGES_NAMED + 1 });
  const lines = since.slice(0, CHANGES_NAMED).map((version, index) => changeLine(version, since[index + 1] ?? null));
  const more = serial - expected > CHANGES_NAMED ? ['  and earlier ones'] : [];
  const first = `${name} is at serial ${serial}, not at ${expected}: nothing was changed. Since then:`;
  return new StaleChange(
    [first, ...lines.slice(0, Math.min(CHANGES_NAMED, serial - expected)), ...more].join('\n'),
    since.filter((version) => version.serial > expected),
  );
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
