import { readFileSync } from 'node:fs';

/** @returns the value that a text holds as JSON, `null` for a text that is not JSON and for none */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @returns a file's text, `null` where it can't be read */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
