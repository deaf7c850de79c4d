import type { ClientBase, QueryConfig } from 'pg';

/** Statements of one connection that PostgreSQL keeps parsed. */
const MOST_NAMES = 200;
/** Lists of other lengths are other texts: only what comes again is worth a name. */
const ASKED_BEFORE = 3;
/** Of texts that are counted and may never come again. */
const MOST_TEXTS = 2_000;
/** Of a text, in characters: long ones are lists of rows, whose plan depends on how many rows there are already. */
const LONGEST = 2_000;

/** Names by text; the same ones for all connections of a pool. */
export function createStatementNames(): (text: string) => string | null {
  const names = new Map<string, string>();
  const asked = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES || text.length > LONGEST) return null;
    const before = asked.get(text) ?? 0;
    if (before < ASKED_BEFORE) {
      if (asked.size >= MOST_TEXTS) asked.clear();
      asked.set(text, before + 1);
      return null;
    }
    const name = `fridge_${names.size + 1}`;
    names.set(text, name);
    asked.delete(text);
    return name;
  };
}

/**
 * Gives a new connection's statements names, so that PostgreSQL parses and plans each once. Not through a pooler, which
 * lends a connection to others between two statements: it tells another process id than PostgreSQL's own.
 */
export async function nameStatements(client: ClientBase, nameOf: (text: string) => string | null): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== Reflect.get(client, 'processID')) return;
  client.query = new Proxy(client.query, {
    apply(query, self, [statement, ...rest]: unknown[]) {
      const name = isUnnamed(statement) && rest.length > 0 ? nameOf(statement.text) : null;
      return Reflect.apply(query, self, [name === null ? statement : { ...Object(statement), name }, ...rest]);
    },
  });
}

function isUnnamed(statement: unknown): statement is QueryConfig {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return false;
  return 'text' in statement && typeof statement.text === 'string' && (!('name' in statement) || !statement.name);
}
