import * as v from 'valibot';
import { MAX_DOCUMENT_BYTES, documentNames } from '../configuration/documents.ts';
import {
  type CommandTable,
  confirmed,
  doneBy,
  limit,
  number,
  optionalNumber,
  optionalText,
  positive,
  text,
  time,
} from '../operator/command-fields.ts';

export const VERSIONS_AT_ONCE = 100;

const documentName = v.picklist(documentNames);
/** `at`: real time; `reverts`: the serial that a revert restored. */
const listedVersion = {
  name: documentName,
  serial: number,
  by: text,
  why: text,
  way: v.picklist(['console', 'command', 'file', 'start', 'team', 'program']),
  at: time,
  reverts: optionalNumber,
};
const listedDifferences = v.array(
  v.object({ path: text, before: v.optional(v.unknown()), after: v.optional(v.unknown()) }),
);

export const configurationCommands = {
  /** `unfit`: the latest version, if this program can't use it; `fileRefused`: why its file doesn't count. */
  'config.list': {
    fields: v.object({}),
    answer: v.array(
      v.object({
        ...listedVersion,
        unfit: v.nullable(v.object({ serial: number, faults: v.array(text) })),
        fileRefused: optionalText,
      }),
    ),
  },
  /** `file`: as a file, whose first field is the serial. */
  'config.show': {
    fields: v.object({ name: documentName, serial: v.optional(positive) }),
    answer: v.object({ ...listedVersion, document: text, file: text }),
  },
  'config.diff': {
    fields: v.object({ name: documentName, from: v.optional(positive), to: v.optional(positive) }),
    answer: v.object({ from: number, to: number, differences: listedDifferences }),
  },
  /** Newest first. `fields`: paths of what each changed. `next`: the `before` of the next part. */
  'config.history': {
    fields: v.object({ name: documentName, before: v.optional(positive), limit: limit(VERSIONS_AT_ONCE, 20) }),
    answer: v.object({
      versions: v.array(v.object({ ...listedVersion, fields: v.array(text) })),
      next: optionalNumber,
    }),
  },
  /**
   * `expected`: instead of the file's serial. `replace`: without either of them. `dryRun`: refuses what would be
   * refused, and changes nothing. `shares`: of the draw, each that the change makes another, in percent.
   */
  'config.apply': {
    fields: v.object({
      name: documentName,
      file: v.pipe(v.string(), v.maxBytes(MAX_DOCUMENT_BYTES)),
      expected: v.optional(positive),
      replace: v.optional(v.boolean(), false),
      dryRun: v.optional(v.boolean(), false),
      confirmed,
      ...doneBy,
    }),
    answer: v.object({ ...listedVersion, differences: listedDifferences, shares: v.array(text) }),
  },
  'config.revert': {
    fields: v.object({
      name: documentName,
      serial: positive,
      expected: v.optional(positive),
      confirmed,
      ...doneBy,
    }),
    answer: v.object({ ...listedVersion, shares: v.array(text) }),
  },
  /**
   * Of a file's text, or of the document in force, which has a serial. `wrong`: what refuses it; `doubtful`: fields
   * without effect, the rest counts; `set`: paths of all fields.
   */
  'settings.check': {
    fields: v.object({ text: v.optional(v.pipe(v.string(), v.maxBytes(MAX_DOCUMENT_BYTES))) }),
    answer: v.object({ serial: optionalNumber, wrong: v.array(text), doubtful: v.array(text), set: v.array(text) }),
  },
} as const satisfies CommandTable;

export type ListedVersion = v.InferOutput<(typeof configurationCommands)['config.list']['answer']>[number];
export type ListedDifferences = v.InferOutput<typeof listedDifferences>;
