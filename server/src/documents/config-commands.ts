import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { listDraw } from '../activities/draw/list-draw.ts';
import { type FieldChange, ways } from '../commands/actor.ts';
import {
  file,
  inPlace,
  number,
  optionalNumber,
  optionalText,
  positive,
  realTime,
  text,
  told,
  warnings,
} from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { command, type Context } from '../commands/table.ts';
import { eventLine, listEvents, type StoredEvent } from '../history/events.ts';
import { requireGiven } from '../releases/given-problems.ts';
import type { Services } from '../program/services.ts';
import {
  differences,
  type DocumentName,
  documentNames,
  documentText,
  fileText,
  readDocumentFile,
  requireConfirmed,
  type Version,
} from './documents.ts';
import { levelsOf } from '../activities/draw/draw-document.ts';
import { shareLines } from '../activities/draw/draw-to-confirm.ts';

const documentName = v.picklist(documentNames, `a document: ${documentNames.join(', ')}`);
const listedVersion = {
  name: text,
  serial: number,
  by: text,
  way: v.picklist(ways),
  at: realTime,
  why: text,
};
const listed = ({ changedBy: by, changedAt: at, ...version }: Version) => ({ ...version, by, at });

/** `shares`: of all draws, each that the change makes another, in percent. */
const changedDocument = v.object({ ...listedVersion, shares: v.array(text) });

export const configCommands = {
  /** `unfit`: the latest version, if this program can't use it; `fileRefused`: why its file doesn't count. */
  'config list': command({
    does: 'lists the version of each document that is in force',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: v.array(
      v.object({
        ...listedVersion,
        unfit: v.nullable(v.object({ serial: number, faults: v.array(text) })),
        fileRefused: optionalText,
      }),
    ),
    run: async (_fields, { configuration, files }) =>
      documentNames.map((each) => ({
        ...listed(configuration.current(each)),
        unfit: configuration.unfit(each),
        fileRefused: files.refusal(each),
      })),
  }),
  /** `file`: as a file, whose first field is the serial. */
  'config show': command({
    does: 'shows a version of a document: who, when, why, and its text',
    may: ['viewer'],
    kind: 'read',
    fields: { name: documentName, serial: v.optional(told(positive, 'another version than the one in force')) },
    answer: v.object({ ...listedVersion, document: text, file: text }),
    async run({ name: document, serial }, { configuration }) {
      const version =
        serial === undefined ? configuration.current(document) : await configuration.read(document, serial);
      return { ...listed(version), file: fileText(version) };
    },
  }),
  /** From the version before to the one in force; from `from` to the one in force; from `from` to `to`. */
  'config diff': command({
    does: 'tells what differs between two versions, field by field; by default the one before and the one in force',
    may: ['viewer'],
    kind: 'read',
    fields: {
      name: documentName,
      from: inPlace(positive, 'a serial; default: the one before'),
      to: inPlace(positive, 'a serial; default: the one in force'),
    },
    answer: v.object({
      from: number,
      to: number,
      differences: v.array(v.object({ path: text, before: v.optional(v.unknown()), after: v.optional(v.unknown()) })),
    }),
    async run({ name: document, from, to }, { configuration }) {
      const after = to === undefined ? configuration.current(document) : await configuration.read(document, to);
      const before =
        from === undefined && after.serial === 1 ? after : await configuration.read(document, from ?? after.serial - 1);
      return { from: before.serial, to: after.serial, differences: differencesOf(before.document, after.document) };
    },
  }),
  'config apply': command({
    does: 'makes a file the next version of a document; its serial says what it was made from',
    may: ['operator'],
    kind: 'change',
    fields: {
      name: documentName,
      file: file('JSON, as config show writes it'),
      replace: v.optional(told(v.boolean(), 'takes a file without a serial, and drops whatever it leaves out'), false),
    },
    answer: changedDocument,
    async run({ name: document, file: sent, replace }, context) {
      const { serial, document: after } = readDocumentFile(sent.text);
      const expected = context.expected ?? serial ?? undefined;
      return changeDocument(document, { ...context, expected }, (current) => {
        const differing = differencesOf(current.document, after);
        if (differing.length === 0) return current.document;
        if (expected === undefined && !replace) throw withoutSerial(current, differing);
        return after;
      });
    },
  }),
  'settings set': command({
    does: 'sets one field of the settings by its path, such as windows.draw.end',
    may: ['operator'],
    kind: 'change',
    fields: {
      path: told(v.pipe(text, v.minLength(1, 'a path')), 'of the field'),
      value: told(text, 'JSON, or a text; none: no longer set'),
    },
    answer: changedDocument,
    run: ({ path, value }, context) =>
      changeDocument('settings', context, ({ document }) =>
        documentText(withField(JSON.parse(document), path.split('.'), valueOf(value))),
      ),
  }),
  /**
   * Of a file, or of the document in force, which has a serial. `wrong`: what refuses it; `doubtful`: fields without
   * effect, the rest counts; `set`: paths of all fields.
   */
  'settings check': command({
    does: 'tells what is wrong in the settings in force, or in a file before it counts',
    may: ['viewer'],
    kind: 'read',
    fields: { file: inPlace(file('JSON'), 'a file; default: what is in force') },
    answer: v.object({ serial: optionalNumber, wrong: warnings, doubtful: warnings, set: warnings }),
    isFine: ({ wrong, doubtful }) => wrong.length + doubtful.length === 0,
    async run({ file: sent }, { configuration, settings }) {
      const { serial, document } = configuration.current('settings');
      if (sent === undefined) return { serial, ...settings.check(document) };
      return { serial: null, ...settings.check(readDocumentFile(sent.text).document) };
    },
  }),
};

function valueOf(sent: string): unknown {
  if (sent === 'none') return undefined;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}

const differencesOf = (before: string, after: string) => differences(JSON.parse(before), JSON.parse(after));

/** A change of a document that isn't made by a command of its own. */
async function changeDocument(document: DocumentName, context: Context, next: (current: Version) => string) {
  let texts = { before: '{}', after: '{}' };
  const version = await context.configuration.change(document, context, (current) => {
    texts = { before: current.document, after: next(current) };
    requireConfirmed(slipsOf(document, texts, context), context.confirmed);
    return texts.after;
  });
  return { ...listed(version), shares: await sharesOf(document, texts, context) };
}

type Texts = { before: string; after: string };

/** Windows that a change closes for good: with the defaults that they lie over, which no document knows. */
function slipsOf(document: DocumentName, { before, after }: Texts, { settings }: Pick<Services, 'settings'>): string[] {
  if (document !== 'settings') return [];
  const former = new Set(settings.check(before).neverOpen);
  return settings.check(after).neverOpen.filter((line) => !former.has(line));
}

/** Of all draws, for each prize whose share changes. */
async function sharesOf(document: DocumentName, { before, after }: Texts, { queries }: Pick<Services, 'queries'>) {
  const levels = document === 'draw' ? levelsOf(JSON.parse(after)) : null;
  if (levels === null) return [];
  return shareLines(levelsOf(JSON.parse(before)), levels, (await listDraw(queries)).outcomes);
}

const LOSSES_NAMED = 10;

/** A whole document takes away what others wrote since its file was made. */
function withoutSerial({ name: document, serial }: Version, found: readonly FieldChange[]): Refused {
  const lost = found.filter(({ before }) => before !== undefined);
  const lines = lost.slice(0, LOSSES_NAMED).map(({ path, before }) => `  ${path}: ${JSON.stringify(before)}`);
  return new Refused(
    [
      `The file has no serial, and would replace all of ${document} ${serial}. Nothing was changed.`,
      ...(lost.length === 0 ? [] : ['What is in force, and would be lost:', ...lines]),
      ...(lost.length > LOSSES_NAMED ? [`  and ${lost.length - LOSSES_NAMED} more`] : []),
      `Change the file that config show ${document} --file FILE writes and apply that, or replace all of it with --replace.`,
    ].join('\n'),
  );
}

/** The document with a field set, or without it. */
function withField(document: unknown, [field = '', ...rest]: readonly string[], value: unknown): unknown {
  const { [field]: before, ...others } = isRecord(document) ? document : {};
  const after = rest.length === 0 ? value : withField(before, rest, value);
  // Keeps its place among the others.
  if (after !== undefined) return { ...(isRecord(document) ? document : {}), [field]: after };
  return others;
}

const fieldAt = (document: unknown, [field, ...rest]: readonly string[]): unknown =>
  field === undefined ? document : isRecord(document) ? fieldAt(document[field], rest) : undefined;

/**
 * Gives the fields that an event changed their former values, and no other.
 * @throws Refused where one of them was changed since
 */
export async function undoDocumentChange({ id, changes }: StoredEvent, name: DocumentName, context: Context) {
  await context.configuration.change(name, { ...context, undoes: id }, async (current, transaction) => {
    const document: unknown = JSON.parse(current.document);
    const changed = changes.filter(({ path, after }) => !isDeepStrictEqual(fieldAt(document, path.split('.')), after));
    if (changed.length > 0) {
      const since = await listEvents(transaction, { document: name, after: id, limit: 100 });
      const paths = new Set(changed.map(({ path }) => path));
      const later = since.filter((event) => event.changes.some(({ path }) => paths.has(path)));
      const lines = later.map((event) => `  ${eventLine(event)}`);
      throw new Refused([`${[...paths].join(', ')} was changed since:`, ...lines, 'Nothing was undone.'].join('\n'));
    }
    const restored = changes.reduce(
      (before, { path, before: former }) => withField(before, path.split('.'), former),
      document,
    );
    if (name === 'registry') await requireGiven(restored, changes, transaction);
    return documentText(restored);
  });
}
