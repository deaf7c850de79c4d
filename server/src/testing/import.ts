import * as v from 'valibot';
import { commands } from '../commands/all.ts';
import type { AnswerTo } from '../commands/run.ts';
import { askOperator } from './operator.ts';

/** A file's lines, each an object or as it is. */
export function jsonLines(...lines: readonly unknown[]): Buffer {
  return Buffer.from(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
}

/** One account with a home and a fridge: three lines. */
export function householdLines(number: number, name = ''): object[] {
  const [userId, homeId, fridgeId] = ['U', 'H', 'F'].map((letter) => `${letter}-${number}`);
  const phone = `139${String(number).padStart(8, '0')}`;
  return [
    { account: { userId, phone, nickName: name, grid: 'jiangsu', realNameVerified: true } },
    { home: { homeId, userId } },
    { fridge: { fridgeId, homeId, sn8: '0000A001', name } },
  ];
}

/** Imports lines over the operator socket, as the command does. @throws what it refuses */
export async function importOver(
  socket: string,
  file: Buffer,
  options: { dryRun?: boolean } = {},
): Promise<AnswerTo<'households import'>> {
  const asked = { command: 'households import', file: { text: file.toString() }, by: 'Lin', why: 'a test', ...options };
  const [answer] = await askOperator(socket, asked);
  if (answer?.ok !== true) throw new Error(answer?.error ?? 'no answer');
  return v.parse(commands['households import'].answer, answer.data);
}
