import type { ClientBase } from 'pg';

/** Statements of one connection that PostgreSQL keeps parsed. */
const MOST_NAMES = 200;
/** Lists of other lengths are other texts: only what comes again is worth a name. */
const ASKED_BEFORE = 3;
/** Of texts that are counted and may never come again. */
const MOST_TEXTS = 2_000;
/** Of a text, in characters: long ones are lists of rows, whose plan depends on how many rows there are already. */
const LONGEST = 2_000;

/** Names by text; the same ones for all connections of a pool. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const asked = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMES || text.length > LONGEST) return known;
    const before = asked.get(text) ?? 0;
    if (asked.size >= MOST_TEXTS) asked.clear();
    asked.set(text, before + 1);
    if (before < ASKED_BEFORE) return undefined;
    const name = `fridge_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/** Gives a new connection's statements with parameters names, so that PostgreSQL parses and plans each once. */
export function nameStatements(client: ClientBase, nameOf: (text: string) => string | undefined): void {
  client.query = new Proxy(client.query, {
    apply(query, self, [statement, ...rest]: unknown[]) {
      return Reflect.apply(query, self, [rest.length > 0 ? named(statement, nameOf) : statement, ...rest]);
    },
  });
}

function named(statement: unknown, nameOf: (text: string) => string | undefined): unknown {
  if (typeof statement !== 'object' || statement === null) return statement;
  return 'text' in statement && typeof statement.text === 'string'
    ? { ...statement, name: nameOf(statement.text) }
    : statement;
}
