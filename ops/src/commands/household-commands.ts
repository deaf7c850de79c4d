import { open } from 'node:fs/promises';
import { commands } from '@fridge/server/commands/all';
import { importHouseholds, type ImportedHouseholds } from '@fridge/server/households/import-households';
import { messageOf } from '@fridge/server/storage/text';
import type { Command } from 'commander';
import { addAsker, askerOf } from './arguments.ts';
import { importProblems } from './bad-lines.ts';
import { table, type Tool } from './tool.ts';

/** Lines between two words of progress. */
const PROGRESS_LINES = 20_000;

export function addHouseholdCommands(group: Command, { ask, finish, progress }: Tool): void {
  const declared = commands['households import'];
  const verb = group.command('import').description(declared.does);
  addAsker(verb, declared);
  verb.argument('<file.jsonl>', 'one account, home, fridge or deviceConfig a line').action(async (file: string) => {
    const asker = askerOf(verb.opts());
    const dryRun = asker.dryRun === true;
    const handle = await open(file).catch((error: unknown) => {
      throw new Error(`${file} can't be read (${messageOf(error)}). Nothing was imported.`);
    });
    try {
      let told = 0;
      const done = await importHouseholds(handle.createReadStream(), (part) => ask('households import', part, asker), {
        dryRun,
        onProgress(lines) {
          if (lines - told < PROGRESS_LINES) return;
          told = lines;
          progress(`${lines} lines`);
        },
      });
      report(done);
    } finally {
      await handle.close();
    }
  });

  function report({ stopped, ...done }: ImportedHouseholds): void {
    const problem = stopped === null ? null : messageOf(stopped.error);
    finish(
      describe(done, problem),
      { ...done, ...(problem !== null && { error: problem }) },
      done.rejected === 0 && problem === null ? 'done' : 'notDone',
    );
  }
}

const kindNames = {
  account: 'accounts',
  home: 'homes',
  fridge: 'fridges',
  deviceConfig: 'device configurations',
} as const satisfies Record<keyof ImportedHouseholds['counts'], string>;

function describe(
  { counts, dryRun, lines, phonesMoved, rejected, badLines }: Omit<ImportedHouseholds, 'stopped'>,
  problem: string | null,
): string {
  const kinds = Object.entries(counts) as [keyof typeof kindNames, (typeof counts)['account']][]; // the counts' keys
  const unnamed = rejected - badLines.length;
  return [
    `${lines} lines read, ${rejected} of them bad.${dryRun ? ' A dry run: nothing was changed. It would be:' : ''}`,
    table(kinds.map(([kind, numbers]) => ({ '': kindNames[kind], ...numbers }))),
    ...(phonesMoved === 0 ? [] : [`${phonesMoved} phones belong to another account than before.`]),
    ...importProblems(badLines, problem),
    ...(unnamed === 0 ? [] : [`  and ${unnamed} more lines`]),
  ].join('\n');
}
