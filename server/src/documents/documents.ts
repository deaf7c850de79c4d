import { isRecord } from '@fridge/shared-contracts/page';
import type { Clock } from '../program/clock.ts';
import { Refused } from '../commands/refused.ts';
import type { Queries } from '../database/database.ts';
import type { StoredEvent } from '../history/events.ts';
import type { configVersions } from './tables.ts';
import type { FieldChange } from '../commands/actor.ts';

/** What operators decide (architecture, "Configuration is versioned documents"). */
export const documentNames = ['registry', 'settings', 'draw', 'grants', 'teams'] as const;
export type DocumentName = (typeof documentNames)[number];

type StoredVersion = typeof configVersions.$inferSelect;

/** `document`: JSON text; `changedAt`: real time. */
export type Version = StoredVersion & Pick<StoredEvent, 'why' | 'way'> & { changedBy: string; changedAt: Date };

/** Of a document's text; far above any that people write. */
export const MAX_DOCUMENT_BYTES = 256 * 1024;

/** Another change came first. */
export class StaleChange extends Refused {
  override name = 'StaleChange';
}

export interface DocumentKind {
  /** @returns what doesn't fit, each with the path of its field and never its value; empty: the document fits */
  faultsOf(document: unknown): string[];
  /** In force while no version fits. */
  readonly initial: object;
  /** The first version, where tables hold the document's values; else `initial`. */
  stored?(queries: Queries): Promise<object>;
  /** Runs in the transaction that inserts the version. @throws Refused */
  apply?(transaction: Queries, version: { document: unknown; serial: number }, clock: Clock): Promise<void>;
  /**
   * What of a change looks like a slip and has to be confirmed, one line each. Runs in its transaction after `apply`.
   */
  toConfirm?(transaction: Queries, change: { before: unknown; after: unknown }): Promise<string[]>;
}

/** The text of a document that a program makes. */
export const documentText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

/** A version as a file: the document's fields after the serial. */
export function fileText({ serial, document }: Pick<Version, 'serial' | 'document'>): string {
  return documentText({ serial, ...(JSON.parse(document) as object) });
}

/**
 * The document in a file that an operator wrote.
 * @returns `serial`: the version that it was made from, `null` if it doesn't say; `document`: its text
 * @throws Refused
 */
export function readDocumentFile(text: string): { serial: number | null; document: string } {
  if (Buffer.byteLength(text) > MAX_DOCUMENT_BYTES)
    throw new Refused(`A document may have at most ${MAX_DOCUMENT_BYTES / 1024} KiB.`);
  const parsed = parseText(text.replace(/^\uFEFF/, ''));
  if (!isRecord(parsed)) throw new Refused('A document is a JSON object: { … }.');
  const { serial = null, ...document } = parsed;
  if (serial !== null && !(Number.isSafeInteger(serial) && Number(serial) > 0))
    throw new Refused('serial: the whole number that config show gives, or leave it out.');
  return { serial: serial === null ? null : Number(serial), document: documentText(document) };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message quotes the text, the position is enough.
    const at = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const line = at === undefined ? '' : ` after line ${text.slice(0, Number(at)).split('\n').length}`;
    throw new Refused(`It isn't readable as JSON${line}.`, { cause: error });
  }
}

/** A share, a stock or a cap that grows by more is likelier a digit too many than meant. */
export const MOST_TIMES = 5;

/**
 * @param slips what of a change looks like a slip, one line each
 * @throws Refused, unless there is none or whoever asks has confirmed them
 */
export function requireConfirmed(slips: readonly string[], confirmed: boolean | undefined): void {
  if (confirmed === true || slips.length === 0) return;
  const lines = slips.map((line) => `  ${line}`).join('\n');
  throw new Refused(`Nothing was changed. If this is meant, give the command again with --confirm:\n${lines}`);
}

/**
 * What differs between two documents, by the path of each field. Objects are compared field by field, lists as a whole;
 * the order of fields doesn't count.
 */
export function differences(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => {
      const here = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(after, name)) return [{ path: here, before: before[name] }];
      if (!Object.hasOwn(before, name)) return [{ path: here, after: after[name] }];
      return differences(before[name], after[name], here);
    });
  }
  return isSame(before, after) ? [] : [{ path: path === '' ? 'the whole document' : path, before, after }];
}

function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((each, index) => isSame(each, right[index]));
  if (isRecord(left) && isRecord(right)) return differences(left, right).length === 0;
  return left === right;
}
