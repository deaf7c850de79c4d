import * as v from 'valibot';
import { parseJson } from '@fridge/shared-contracts/page';
import type { AskedFile } from './changed-files.ts';

const importMap = v.object({ integrity: v.record(v.string(), v.string()) });

export type PublishedFiles = ReturnType<typeof createPublishedFiles>;

/**
 * Hashes of scripts as published, by the address of each attempt, to tell a changed file from one that didn't arrive.
 * The browser enforces them by its own copy of the import maps.
 * @param texts of import maps; grows while the page is open (`start-remote.ts`)
 */
export function createPublishedFiles(base: string, texts: readonly string[]) {
  const hashes = new Map<string, string>();
  let read = 0;
  const readNewTexts = () => {
    for (const text of texts.slice(read)) {
      const map = v.safeParse(importMap, parseJson(text));
      if (!map.success) continue;
      for (const [address, hash] of Object.entries(map.output.integrity)) hashes.set(new URL(address, base).href, hash);
    }
    read = texts.length;
  };
  return {
    describe(href: string): AskedFile {
      readNewTexts();
      return { href, integrity: hashes.get(href) ?? null };
    },
  };
}
