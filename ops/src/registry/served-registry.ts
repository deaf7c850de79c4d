import { readFile } from 'node:fs/promises';
import { parseRegistry } from '@fridge/shared-contracts';
import { writeAtomically } from './registry-file.ts';

export interface ServedRegistry {
  /** @returns the registry as JSON text: the file's, else the last good one, else `null` */
  read(): Promise<string | null>;
}

/**
 * The registry as the host's origin serves it. The file is read for each request, so an edit by hand counts at
 * once; one that is missing, half written or doesn't fit its schema leaves the last good one in force, which also
 * survives a restart.
 */
export function createServedRegistry(path: string, lastGoodPath: string): ServedRegistry {
  let lastGood: string | null = null;
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text !== null && isRegistry(text)) {
        if (text !== lastGood) await writeAtomically(lastGoodPath, text).catch(() => undefined);
        lastGood = text;
        return text;
      }
      lastGood ??= await readFile(lastGoodPath, 'utf8').catch(() => null);
      return lastGood;
    },
  };
}

function isRegistry(text: string): boolean {
  try {
    return parseRegistry(JSON.parse(text)) !== null;
  } catch {
    return false;
  }
}
