import { StartRefused } from '../environment.ts';
import type { Queries } from './database.ts';
import { examineSchema, type Migration, readMigrations, type SchemaState } from './migrations.ts';

/** @returns what the database lacks @throws StartRefused for another product's database, or an unreleased version's */
export async function requireOurs(queries: Queries, migrations = readMigrations()): Promise<readonly Migration[]> {
  return pendingOf(await examineSchema(queries, migrations));
}

/** @throws StartRefused for a database that this program doesn't serve, or one whose migrations are behind */
export async function requireMigrated(queries: Queries): Promise<void> {
  const state = await examineSchema(queries);
  pendingOf(state);
  const problem = schemaProblem(state);
  if (problem !== null) throw new StartRefused(`${problem} Nothing was written.`);
}

function pendingOf(state: SchemaState): readonly Migration[] {
  if (state.kind === 'ours') return state.pending;
  throw new StartRefused(`${schemaProblem(state)} Nothing was written.`);
}

/** In plain words, with what to do; `null` when the database can be served. */
export function schemaProblem(state: SchemaState): string | null {
  if (state.kind === 'foreign')
    return `This database belongs to another product: it holds ${state.found}, and no migration of this program. Set DATABASE_URL (or DATA_DIR) to an empty database or to this program's own.`;
  if (state.kind === 'unreleased')
    return 'This database was made by a version of this program from before its first release, which nothing upgrades. "npm run reset" empties that of npm start; elsewhere set DATABASE_URL (or DATA_DIR) to an empty database.';
  if (state.pending.length === 0) return null;
  const names = state.pending.map(({ name }) => name).join(', ');
  return `This database lacks migrations (${names}). Run "node server/dist/main.js migrate" with the same environment, or set MIGRATE_ON_START=1.`;
}
