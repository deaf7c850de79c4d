import { readFileSync, statSync } from 'node:fs';
import { type DocumentName, documentNames, MAX_DOCUMENT_BYTES } from '@fridge/server/configuration/documents';
import {
  type ListedDifferences,
  type ListedVersion,
  VERSIONS_AT_ONCE,
} from '@fridge/server/configuration/configuration-protocol';
import { Argument, type Command } from 'commander';
import { commandName } from './command-name.ts';
import { writeNewFile } from './new-file.ts';
import {
  type ChangeOptions,
  changeOptions,
  confirmOption,
  doneBy,
  minute,
  nonEmptyText,
  table,
  type Tool,
  warningLines,
  wholeNumberFrom,
} from './tool.ts';

const MOST_SERIAL = 999_999_999;
const serialNumber = wholeNumberFrom(1, MOST_SERIAL);

export function addConfigCommands(program: Command, { ask, finish }: Tool): void {
  const group = program.command('config').description('what operators decide, every version of it');
  const ofDocument = (verb: string) =>
    group.command(verb).addArgument(new Argument('<name>', 'which').choices(documentNames));

  group
    .command('list')
    .description('the version of each document that is in force')
    .action(async () => {
      const listed = await ask({ command: 'config.list' });
      const warnings = configurationWarnings(listed);
      const rows = listed.map(({ name, ...version }) => ({ document: name, ...rowOf(version) }));
      finish([table(rows), ...warningLines(warnings)].join('\n'), listed);
    });

  ofDocument('show')
    .option('--serial <n>', 'another version than the one in force', serialNumber)
    .option(
      '--file <file>',
      'writes it into a new file instead, with its serial, to be changed and applied',
      nonEmptyText,
    )
    .description('a version: who, when, why, and its text')
    .action(async (name: DocumentName, { serial, file }: { serial?: number; file?: string }) => {
      const version = await ask({ command: 'config.show', name, serial });
      if (file === undefined) return finish(`${versionLine(version)}\n${version.document.trimEnd()}`, version);
      await writeNewFile(file, version.file);
      finish(`${name} ${version.serial} is written to ${file}.`, { name, serial: version.serial, file });
    });

  ofDocument('diff')
    .argument('[from]', 'a serial; default: the one before', serialNumber)
    .argument('[to]', 'a serial; default: the one in force', serialNumber)
    .description('what differs between two versions, field by field')
    .action(async (name: DocumentName, from?: number, to?: number) => {
      const found = await ask({ command: 'config.diff', name, from, to });
      finish([`${name} ${found.from} -> ${found.to}`, ...differenceLines(found.differences)].join('\n'), found);
    });

  ofDocument('history')
    .option('--limit <n>', 'at most so many', wholeNumberFrom(1, VERSIONS_AT_ONCE), 20)
    .option('--before <serial>', 'goes on where another list ended', serialNumber)
    .description('every change, the latest first: who, when, why, and which fields')
    .action(async (name: DocumentName, options: { limit: number; before?: number }) => {
      const { versions, next } = await ask({ command: 'config.history', name, ...options });
      const rows = versions.map(({ fields, ...version }) => ({ ...rowOf(version), fields: fieldsText(fields) }));
      const more = next === null ? '' : `\nMore: ${commandName} config history ${name} --before ${next}`;
      finish(rows.length === 0 ? 'No such version.' : `${table(rows)}${more}`, { versions, next });
    });

  confirmOption(changeOptions(ofDocument('apply')))
    .argument('<file>', 'JSON; its serial says what it was made from: config show --file writes it', nonEmptyText)
    .option(
      '--expect <serial>',
      'refuses if this is no longer the latest; default: the serial in the file',
      serialNumber,
    )
    .option('--replace', 'takes a file without a serial, and drops whatever it leaves out')
    .option('--dry-run', 'says what would change, and changes nothing')
    .description('makes a file the next version of a document')
    .action(
      async (
        name: DocumentName,
        path: string,
        { expect: expected, replace, dryRun = false, confirm: confirmed, ...who }: Applying,
      ) => {
        const file = readBounded(path);
        const how = { expected, replace, dryRun, confirmed };
        const applied = await ask({ command: 'config.apply', name, file, ...how, ...doneBy(who) });
        const lines = [...differenceLines(applied.differences), ...shareLines(applied.shares)];
        const outcome = dryRun ? `${name} would change:` : `${name} is at serial ${applied.serial} now:`;
        const text =
          applied.differences.length === 0
            ? `${name} ${applied.serial} says the same already.`
            : [outcome, ...lines].join('\n');
        finish(text, { ...applied, dryRun });
      },
    );

  confirmOption(changeOptions(ofDocument('revert')))
    .argument('<serial>', 'the version to go back to', serialNumber)
    .option('--expect <serial>', 'the latest; needed to undo more than that alone', serialNumber)
    .description('makes a new version that is equal to an old one')
    .action(async (name: DocumentName, serial: number, { expect: expected, confirm: confirmed, ...who }: Reverting) => {
      const version = await ask({ command: 'config.revert', name, serial, expected, confirmed, ...doneBy(who) });
      const outcome = `${name} is at serial ${version.serial} now, with the text of ${serial}.`;
      finish([outcome, ...shareLines(version.shares)].join('\n'), version);
    });
}

type Reverting = ChangeOptions & { expect?: number; confirm?: boolean };
type Applying = Reverting & { replace?: boolean; dryRun?: boolean };

const shareLines = (shares: readonly string[]): string[] =>
  shares.length === 0 ? [] : ['Shares of all draws:', ...shares.map((share) => `  ${share}`)];

/** What of the configuration doesn't count, and why. */
export const configurationWarnings = (listed: readonly ListedVersion[]): string[] =>
  listed.flatMap(({ name, serial, unfit, fileRefused }) => [
    ...(unfit === null
      ? []
      : [`${name} ${unfit.serial} doesn't fit this release, ${serial} is in force: ${unfit.faults.join('; ')}`]),
    ...(fileRefused === null ? [] : [`the file of ${name} doesn't count, ${serial} is in force: ${fileRefused}`]),
  ]);

type Shown = Omit<ListedVersion, 'name' | 'unfit' | 'fileRefused'>;

const rowOf = ({ serial, by, way, at, why, reverts }: Shown) => ({
  serial,
  by,
  way,
  at: minute(at),
  why: [...(reverts === null ? [] : [`back to ${reverts}`]), ...(why === '' ? [] : [why])].join(': ') || '-',
});

function versionLine({ name, ...version }: Shown & { name: DocumentName }): string {
  const { serial, by, way, at, why } = rowOf(version);
  return `${name} ${serial}, by ${by} (${way}), ${at}: ${why}`;
}

function differenceLines(found: ListedDifferences): string[] {
  if (found.length === 0) return ['  nothing differs'];
  return found.map((each) => `  ${each.path}: ${valueText(each, 'before')} -> ${valueText(each, 'after')}`);
}

const valueText = (difference: ListedDifferences[number], side: 'before' | 'after'): string =>
  difference[side] === undefined ? '(none)' : JSON.stringify(difference[side]);

const FIELDS_SHOWN = 4;

function fieldsText(fields: readonly string[]): string {
  const more = fields.length > FIELDS_SHOWN ? ` and ${fields.length - FIELDS_SHOWN} more` : '';
  return fields.length === 0 ? '-' : `${fields.slice(0, FIELDS_SHOWN).join(', ')}${more}`;
}

export function readBounded(path: string): string {
  try {
    if (statSync(path).size <= MAX_DOCUMENT_BYTES) return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The file ${path} can't be read.`, { cause: error });
  }
  throw new Error(`The file ${path} is too long: a document may have at most ${MAX_DOCUMENT_BYTES / 1024} KiB.`);
}
