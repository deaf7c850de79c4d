import type { Queries } from './database.ts';

/**
 * A statement that is built once for each database (building one costs as much as its answer), and anew in each
 * transaction.
 * @param build with `sql.placeholder` for what differs, ending in `.prepare('')`
 */
export function preparedOnce<Statement>(build: (queries: Queries) => Statement): (queries: Queries) => Statement {
  const built = new WeakMap<Queries, Statement>();
  return (queries) => {
    const known = built.get(queries);
    if (known !== undefined) return known;
    const statement = build(queries);
    built.set(queries, statement);
    return statement;
  };
}
