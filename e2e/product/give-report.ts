import { join } from 'node:path';
import { askServer } from '../../ops/src/ask-server.ts';
import type { Product } from './run-product.ts';

/** A report's fields as they come from outside, well-formed or not so well (spec section 3, "Year report data"). */
type ReportRow = { fridgeId: string } & Readonly<Record<string, unknown>>;

/** Imports the report of a fridge, as an operator does while the server runs; it replaces the one before. @throws when it isn't taken */
export async function giveReport({ stateDir }: Pick<Product, 'stateDir'>, row: ReportRow): Promise<void> {
  const { rejected } = await askServer(join(stateDir, 'operator.sock'), {
    command: 'report.import',
    reports: [row],
    by: 'story',
  });
  if (rejected.length > 0)
    throw new Error(`The report of ${row.fridgeId} wasn't taken: ${rejected.map(({ reason }) => reason).join('; ')}`);
}
