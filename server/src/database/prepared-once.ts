import type { Queries } from './database.ts';

/**
 * What is built once for each database, and anew in each transaction: a statement costs as much as its answer.
 * @param build of a statement: with `sql.placeholder` for what differs, ending in `.prepare('')`
 */
export function preparedOnce<Built>(build: (queries: Queries) => Built): (queries: Queries) => Built {
  const built = new WeakMap<Queries, Built>();
  return (queries) => {
    const known = built.get(queries);
    if (known !== undefined) return known;
    const statement = build(queries);
    built.set(queries, statement);
    return statement;
  };
}
