import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file of a remote that prepares the fake host's answers, for its tests, its stand-alone page and the stage. */
export const ANSWERS_FILE = 'stand-alone/answers.ts';

/** @returns code that has the file's default export as `prepare`; without the file it prepares nothing */
export function importOfAnswers(folder: string): string {
  const file = join(folder, ANSWERS_FILE);
  return existsSync(file) ? `import prepare from ${JSON.stringify(file)};` : 'const prepare = () => {};';
}
