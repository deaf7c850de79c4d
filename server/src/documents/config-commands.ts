import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { countDrawsInDay, listDraw } from '../activities/draw/list-draw.ts';
import { type FieldChange, hasRole, ways } from '../commands/actor.ts';
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
import { eventLine, listEvents, type StoredEvent, valueText } from '../history/events.ts';
import { requireGiven } from '../releases/given-problems.ts';
import type { Services } from '../program/services.ts';
import { parseJson } from '../storage/text.ts';
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
import { fieldAt, missingParent, withField } from './field-path.ts';
import { whatItDoes } from './field-texts.ts';
import { levelsOf } from '../activities/draw/draw-document.ts';
import { shareLines } from '../activities/draw/draw-to-confirm.ts';
import { nearestName, secretFields } from './settings/own-settings.ts';

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

/** `shares`: of all draws, each that the change makes another, in percent; what is left and what a day gives. */
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
    foretells: true,
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
  /** `was`: as it counted, `set`: as it is written now. */
  'settings set': command({
    does: 'sets one field of a document by its path, such as windows.draw.end of the settings, or draw.levels.1.weight',
    may: ['operator'],
    kind: 'change',
    foretells: true,
    fields: {
      path: told(
        v.pipe(
          text,
          v.maxLength(200, 'a path'),
          v.check(
            (path) => !path.split('.').includes(''),
            'names with one dot between them, such as draw.levels.1.weight',
          ),
        ),
        'of the field; of another document than the settings with its name before it',
      ),
      value: told(text, 'JSON, or a text; none: no longer set'),
    },
    answer: v.object({ path: text, does: text, was: text, set: text, ...changedDocument.entries }),
    run: ({ path, value }, context) => setField(path, valueOf(value), context),
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
  if (sent === 'none' || sent === 'null') return sent === 'none' ? undefined : null;
  const value = parseJson(sent);
  // A number beyond all would become `null`, which often means: no limit.
  return value !== null && isDeepStrictEqual(value, parseJson(JSON.stringify(value))) ? value : sent;
}

/**
 * Sets a field, or leaves it out.
 * @param path with the name of its document before it, unless that is the settings
 * @throws Refused for a path that nothing has
 */
export async function setField(path: string, value: unknown, context: Context) {
  const named = documentNames.find((name) => path.startsWith(`${name}.`));
  const [name, inDocument] = named === undefined ? ['settings' as const, path] : [named, path.slice(named.length + 1)];
  const inForce = name === 'settings' ? fieldAt(context.settings.current(), inDocument) : undefined;
  let was: unknown;
  const version = await changeDocument(name, context, ({ document }) => {
    const before: unknown = JSON.parse(document);
    if (name === 'settings') requireKnown(inDocument, { before, value: value ?? null, inForce }, context);
    else requireParent(name, inDocument, before);
    was = fieldAt(before, inDocument) ?? inForce;
    return documentText(withField(before, inDocument, value));
  });
  return { path, does: whatItDoes(`${name}.${inDocument}`), was: valueText(was), set: valueText(value), ...version };
}

type SetField = { before: unknown; value: unknown; inForce: unknown };

/** @throws Refused where settings have no such field, or a secret in it */
function requireKnown(path: string, { before, value, inForce }: SetField, { settings }: Context): void {
  const [secret] = secretFields(withField({}, path, inForce ?? value));
  if (secret !== undefined) throw new Refused(`${secret}: keys come from the environment, never from a document`);
  const { doubtful } = settings.check(documentText(withField(before, path, value)));
  const unknown = doubtful.filter((line) => `${path}.`.startsWith(`${line.split(':', 1)[0]}.`));
  if (unknown.length > 0) throw new Refused(`Nothing was changed. ${unknown.join('\n')}`);
}

/** @throws Refused where a document has nothing that the field could be of */
function requireParent(name: DocumentName, path: string, document: unknown): void {
  const missing = missingParent(document, path);
  if (missing === null) return;
  const meant = nearestName(missing.path.split('.').at(-1) ?? '', missing.known);
  const hint = meant === null ? `There: ${missing.known.join(', ') || 'none'}.` : `Did you mean ${meant}?`;
  throw new Refused(`Nothing was changed. There is no ${name}.${missing.path}. ${hint}`);
}

const differencesOf = (before: string, after: string) => differences(JSON.parse(before), JSON.parse(after));

/** A change of a document that isn't made by a command of its own. */
async function changeDocument(document: DocumentName, context: Context, next: (current: Version) => string) {
  requireRight(document, context);
  let texts = { before: '{}', after: '{}' };
  const version = await context.configuration.change(document, context, async (current, transaction) => {
    texts = { before: current.document, after: next(current) };
    requireConfirmed(slipsOf(document, texts, context), context.confirmed);
    if (document === 'registry') await requireGiven(texts, transaction);
    return texts.after;
  });
  return { ...listed(version), shares: await sharesOf(document, texts, context) };
}

/** @throws Refused: who may publish is decided by admins, by whatever command */
function requireRight(document: DocumentName, { actor }: Pick<Context, 'actor'>): void {
  if (document === 'teams' && !hasRole(actor, ['admin']))
    throw new Refused(`${actor.by} may not change ${document}: it needs admin.`);
}

type Texts = { before: string; after: string };

/** Windows that a change closes for good: with the defaults that they lie over, which no document knows. */
function slipsOf(document: DocumentName, { before, after }: Texts, { settings }: Pick<Services, 'settings'>): string[] {
  if (document !== 'settings') return [];
  const former = new Set(settings.check(before).neverOpen);
  return settings.check(after).neverOpen.filter((line) => !former.has(line));
}

/** Of all draws, for each prize whose share changes. */
async function sharesOf(
  document: DocumentName,
  { before, after }: Texts,
  { queries, clock }: Pick<Services, 'queries' | 'clock'>,
) {
  const levels = document === 'draw' ? levelsOf(JSON.parse(after)) : null;
  if (levels === null) return [];
  return shareLines(
    levelsOf(JSON.parse(before)),
    levels,
    (await listDraw(queries)).outcomes,
    await countDrawsInDay(queries, clock),
  );
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

/**
 * Gives the fields that an event changed their former values, and no other.
 * @returns the shares of the draw that this changes
 * @throws Refused where one of them was changed since
 */
export async function undoDocumentChange({ id, changes }: StoredEvent, name: DocumentName, context: Context) {
  requireRight(name, context);
  let before = '{}';
  const version = await context.configuration.change(name, { ...context, undoes: id }, async (current, transaction) => {
    before = current.document;
    const document: unknown = JSON.parse(before);
    const changed = changes.filter(({ path, after }) => !isDeepStrictEqual(fieldAt(document, path), after));
    if (changed.length > 0) {
      const since = await listEvents(transaction, { document: name, after: id, limit: 100 });
      const paths = new Set(changed.map(({ path }) => path));
      const later = since.filter((event) => event.changes.some(({ path }) => paths.has(path)));
      const lines = later.map((event) => `  ${eventLine(event)}`);
      throw new Refused([`${[...paths].join(', ')} was changed since:`, ...lines, 'Nothing was undone.'].join('\n'));
    }
    const restored = changes.reduce((done, { path, before: former }) => withField(done, path, former), document);
    const after = documentText(restored);
    if (name === 'registry') await requireGiven({ before, after }, transaction);
    return after;
  });
  return sharesOf(name, { before, after: version.document }, context);
}
