import { sql } from 'drizzle-orm';
import type { Client, ClientConfig } from 'pg';
import * as v from 'valibot';
import { type Queries, rowsOf, sqlStateOf } from '../../database/database.ts';
import { examineSchema, schemaProblem } from '../../database/migrations.ts';
import { limitsOf } from '../../database/open-database.ts';
import { directProblem, limitsProblem } from '../../database/pooler.ts';
import { loadDemonstration } from '../../program/demonstration.ts';
import { type Environment, StartRefused } from '../../program/environment.ts';
import { clockAhead } from '../readiness.ts';
import { runbook } from '../runbook.ts';
import { withinTime } from '../../bounds/within-time.ts';
import type { Problem } from './problem.ts';

const LIMIT_MS = 15_000;
/** Clocks that are kept agree within a second; a network adds little. */
const CLOCK_TOLERANCE_MS = 5_000;

/** A PostgreSQL that can't be reached, is another product's or behind, takes no writes, or has another time. */
export async function checkDatabase(environment: Environment): Promise<Problem[]> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_CONNECT_TIMEOUT_MS: connectMs } = environment;
  if (DATABASE_URL === undefined) return [];
  const { connectionTo } = await import('../../database/open-postgresql.ts');
  const [calls, direct] = await Promise.all([
    look('DATABASE_URL', connectionTo(DATABASE_URL, { connectMs }), async (queries, client) => [
      ...(await examine(queries, environment)),
      DATABASE_DIRECT_URL === undefined ? await directProblem(client) : null,
    ]),
    DATABASE_DIRECT_URL === undefined
      ? []
      : look('DATABASE_DIRECT_URL', connectionTo(DATABASE_DIRECT_URL, { connectMs }), async (_queries, client) => [
          await directProblem(client),
        ]),
  ]);
  return [...calls, ...direct];
}

async function look(
  about: string,
  connection: ClientConfig,
  work: (queries: Queries, client: Client) => Promise<(string | null)[]>,
): Promise<Problem[]> {
  const { withConnection } = await import('../../database/exclusive-connection.ts');
  try {
    const problems = await withinTime(withConnection(connection, work), LIMIT_MS);
    return problems.flatMap((problem) => (problem === null ? [] : [{ about, problem }]));
  } catch (error) {
    if (error instanceof StartRefused) return [{ about, problem: error.message }];
    return [{ about, problem: `the database answers with an error (${sqlStateOf(error) || 'no answer in time'})` }];
  }
}

async function examine(queries: Queries, environment: Environment): Promise<(string | null)[]> {
  const state = await examineSchema(queries);
  const migratesItself = state.kind === 'ours' && (environment.DEMO || environment.MIGRATE_ON_START);
  const demonstration = await loadDemonstration(environment);
  const refusal = await demonstration?.requireOwnDatabase(queries).then(
    () => null,
    (error: unknown) => {
      if (error instanceof StartRefused) return error.message;
      throw error;
    },
  );
  const aheadMs = await clockAhead(queries, { real: Date.now });
  return [
    migratesItself ? null : schemaProblem(state),
    refusal ?? null,
    Math.abs(aheadMs) > CLOCK_TOLERANCE_MS ? clockProblem(aheadMs) : null,
    environment.DATABASE_DIRECT_URL === undefined ? null : await limitsProblem(queries, limitsOf(environment)),
    (await isReadOnly(queries)) ? 'the database takes no writes: it is a standby, or set to read only' : null,
  ];
}

function clockProblem(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `its clock and this machine's differ: this machine's is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}. Set the clocks (${runbook('clock-off')})`;
}

async function isReadOnly(queries: Queries): Promise<boolean> {
  const setting = sql`select current_setting('transaction_read_only') as value`;
  const [found] = await rowsOf(queries, v.object({ value: v.string() }), setting);
  return found?.value === 'on';
}
