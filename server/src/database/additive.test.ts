import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder, proceduresFolder, schemaFolder } from '../storage/package-folder.ts';
import { readMigrations } from './migrations.ts';

/**
 * The tables of the first release: the migrations after it have to be additive. Until that release, change a
 * `tables.ts` by `npm run first-schema -w @fridge/server`, which generates it anew; then by `npm run migrations`.
 */
const ANCHOR = '0000_first';

/** Constraints on tables that the former release writes, and why it can't break them. */
const harmless: Readonly<Record<string, string>> = {};

const faults: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(table|column|constraint|index|default|schema|type|view)\b/i, 'drops something'],
  [/\brename\b/i, 'renames something'],
  [/\btruncate\b|\bdelete\s+from\b/i, 'removes rows'],
  [/\balter\s+column\b.*\b(type|set\s+not\s+null)\b/is, 'changes a column'],
  [/\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/is, 'adds a column that the former release must fill'],
];

/**
 * @param created tables that the same migration creates @returns what would break the former release, `null`: nothing
 */
function faultOf(statement: string, created: ReadonlySet<string>): string | null {
  const found = faults.find(([pattern]) => pattern.test(statement));
  if (found !== undefined) return found[1];
  const constraint =
    /alter\s+table\s+"?(?<table>\w+)"?\s+add\s+constraint\s+"?(?<name>\w+)/i.exec(statement) ??
    /create\s+unique\s+index\s+"?(?<name>\w+)"?\s+on\s+"?(?<table>\w+)/i.exec(statement);
  const { table = '', name = '' } = constraint?.groups ?? {};
  if (table === '' || created.has(table) || Object.hasOwn(harmless, name)) return null;
  return `constrains ${table}, which the former release writes`;
}

const createdBy = (statements: readonly string[]) =>
  new Set(statements.flatMap((statement) => /create\s+table\s+"?(\w+)/i.exec(statement)?.[1] ?? []));

const tables = readMigrations([schemaFolder]);

it('the first schema comes first', () => expect(tables[0]?.name).toBe(ANCHOR));

it.each(tables.slice(1).map(({ name, statements }) => [name, statements] as const))(
  '%s leaves the former release working',
  (_, statements) => {
    const created = createdBy(statements);
    expect(statements.flatMap((statement) => faultOf(statement, created) ?? [])).toEqual([]);
  },
);

it('the migrations create the tables of tables.ts, which `npm run first-schema` or `migrations` writes', () => {
  const files = readdirSync(join(packageFolder, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('tables.ts'),
  );
  const declared = files.flatMap((file) => [
    ...readFileSync(join(packageFolder, 'src', file), 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g),
  ]);
  const created = createdBy(tables.flatMap(({ statements }) => statements));
  expect([...created].sort()).toEqual(declared.map(([, name]) => name).sort());
});

/**
 * What the last release calls, and how it takes the arguments: by their names. A procedure whose arguments or results
 * change gets a new name, and the former stays for one release (`procedures/README.md`).
 */
const released = [
  'draw(p_draws jsonb, p_weights jsonb, p_total_weight integer, INOUT results jsonb DEFAULT NULL, INOUT weights jsonb DEFAULT NULL)',
  'answer(p_answers jsonb, INOUT results jsonb DEFAULT NULL)',
];

it.each(released)('%s is still there', (signature) => {
  const statements = readMigrations([proceduresFolder]).flatMap((each) => each.statements);
  expect(statements.join().replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')')).toContain(
    `CREATE OR REPLACE PROCEDURE ${signature}`,
  );
});

it.each([
  ['ALTER TABLE "works" DROP COLUMN "mark";', 'drops something'],
  ['ALTER TABLE "works" RENAME COLUMN "mark" TO "reason";', 'renames something'],
  ['ALTER TABLE "works" ALTER COLUMN "mark" SET DATA TYPE integer;', 'changes a column'],
  ['ALTER TABLE "works" ALTER COLUMN "tips" SET NOT NULL;', 'changes a column'],
  ['ALTER TABLE "works" ADD COLUMN "rank" integer NOT NULL;', 'adds a column that the former release must fill'],
  [
    'ALTER TABLE "works" ADD CONSTRAINT "works_rank" CHECK (rank > 0);',
    'constrains works, which the former release writes',
  ],
  ['DELETE FROM works;', 'removes rows'],
  ['ALTER TABLE "works" ADD COLUMN "rank" integer DEFAULT 0 NOT NULL;', null],
  ['ALTER TABLE "works" ADD COLUMN "rank" integer;', null],
  ['ALTER TABLE "new" ADD CONSTRAINT "new_work" FOREIGN KEY ("w") REFERENCES "works"("id") ON DELETE no action;', null],
  ['CREATE INDEX "works_rank" ON "works" USING btree ("rank");', null],
])('judges %s', (statement, fault) => expect(faultOf(statement, new Set(['new']))).toBe(fault));
