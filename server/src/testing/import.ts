import * as v from 'valibot';
import { importHouseholds, type ImportedHouseholds } from '../households/import-households.ts';
import { commands } from '../commands/all.ts';
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

/** Imports a file over the operator socket, as the command does. */
export function importOver(
  socket: string,
  file: Buffer,
  options: { dryRun?: boolean; onProgress?: (lines: number) => void } = {},
): Promise<ImportedHouseholds> {
  async function* chunks() {
    for (let start = 0; start < file.length; start += 64 * 1024) yield file.subarray(start, start + 64 * 1024);
  }
  return importHouseholds(
    chunks(),
    async (part) => {
      const [answer] = await askOperator(socket, {
        command: 'households import',
        ...part,
        dryRun: options.dryRun,
        by: 'Lin',
        why: 'a test',
      });
      if (answer?.ok !== true) throw new Error(answer?.error ?? 'no answer');
      return v.parse(commands['households import'].answer, answer.data);
    },
    options,
  );
}
