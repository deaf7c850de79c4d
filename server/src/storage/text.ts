import { readFileSync } from 'node:fs';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Of Node.js and its packages; empty for an error without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** @returns `null` for malformed JSON and for `null` */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @returns `null` if the file can't be read */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
