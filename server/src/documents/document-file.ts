import { isRecord } from '@fridge/shared-contracts/page';
import { Refused } from '../commands/refused.ts';
import { documentText, MAX_DOCUMENT_BYTES, type Version } from './documents.ts';

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
