import { join } from 'node:path';
import type { AnswerTo } from '@fridge/server/commands/run';
import { askServer } from '../../ops/src/ask-server.ts';
import type { Product } from './run-product.ts';

/** A report's fields as they come from outside, well-formed or not so well (spec section 3, "Year report data"). */
type ReportRow = { fridgeId: string } & Readonly<Record<string, unknown>>;

/**
 * Imports the report of a fridge, as an operator does while the server runs; it replaces the one before. @throws when
 * it isn't taken
 */
export async function giveReport({ stateDir }: Pick<Product, 'stateDir'>, row: ReportRow): Promise<void> {
  const asked = { command: 'report import', fields: { file: { text: JSON.stringify(row) } }, by: 'story' };
  const { answer } = await askServer(join(stateDir, 'operator.sock'), asked);
  const { badLines } = answer as AnswerTo<'report import'>; // parsed by this command's schema
  if (badLines.length > 0)
    throw new Error(`The report of ${row.fridgeId} wasn't taken: ${badLines.map(({ reason }) => reason).join('; ')}`);
}
