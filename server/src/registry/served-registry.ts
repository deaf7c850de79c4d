import { followFile } from '../settings/follow-file.ts';
import { type LeftOut, readRegistry, type Registry, registryProblems } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { type Content, contentOf as servedContent } from '../host-origin/content.ts';
import type { Log } from '../log.ts';
import { parseJson, textOf } from '../text.ts';
import { keepLastGood, withLastGoodEntries } from './registry-file.ts';

type ServedContent = Content & {
  text: string;
  registry: Registry;
  /** For the page: without the lists of hashed scripts. */
  slim: unknown;
};

export type ServedRegistry = {
  /** @returns the file's, else the last good one */
  read(): Promise<ServedContent | null>;
  /** As of the last look. */
  current(): ServedContent | null;
  close(): Promise<void>;
};

/** About ten times the size of four releases. */
const MOST_BYTES = 512 * 1024;
/** A file that is being written may be invalid. */
const REPORT_AFTER_MS = 1_000;

const anyRemotesSchema = v.looseObject({ remotes: v.record(v.string(), v.unknown()) });

/**
 * An edit counts at the next request or within a second. An invalid entry is replaced by the last good one; without one
 * it stays, and pages skip and report it. While the file is missing, too large or no registry, the last good one is
 * served. Both survive a restart.
 */
export function createServedRegistry(path: string, lastGoodPath: string, log?: Log): ServedRegistry {
  let keeping = Promise.resolve();
  let leftOut: readonly LeftOut[] = [];
  let printing: NodeJS.Timeout | undefined;
  let current = contentOf(textOf(lastGoodPath) ?? '');
  const file = followFile<ServedContent | null>(path, {
    initial: current,
    parse(text) {
      const json = parseJson(text);
      const read = text.length > MOST_BYTES ? null : readRegistry(json);
      if (read === null) throw new Error(json === null ? 'not JSON' : registryProblems(json).join('; ') || 'too large');
      ({ leftOut } = read);
      current = contentOf(withLastGoodEntries(text, current?.text ?? null));
      keeping = keeping.then(() => keepLastGood(lastGoodPath, text));
      return current;
    },
    onChange(problem) {
      clearTimeout(printing);
      const report = () => {
        if (problem !== null) return log?.warn({ event: 'registryRefused', problem });
        for (const { name, problems } of leftOut) log?.warn({ event: 'registryEntryRefused', remote: name, problems });
      };
      printing = setTimeout(report, REPORT_AFTER_MS).unref();
    },
  });
  return {
    async read() {
      file.look();
      await keeping;
      return current;
    },
    current: () => current,
    async close() {
      file.close();
      clearTimeout(printing);
      await keeping;
    },
  };
}

/** @returns `null` if the text is no registry */
function contentOf(text: string): ServedContent | null {
  const raw = parseJson(text);
  const read = readRegistry(raw);
  if (read === null || !v.is(anyRemotesSchema, raw)) return null;
  const { registry } = read;
  // Invalid entries stay: pages skip them when polling too.
  const remotes = Object.entries(raw.remotes).map(([name, entry]) => [
    name,
    Object.hasOwn(registry.remotes, name) ? { ...Object(entry), scripts: undefined } : entry,
  ]);
  const slim = { ...raw, remotes: Object.fromEntries(remotes) };
  return { text, registry, slim, ...servedContent(text) };
}
