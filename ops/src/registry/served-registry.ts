import { followFile } from '@fridge/server/settings-file';
import { type LeftOut, readRegistry, type Registry, registryProblems } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { bytesOf, type Content, contentHash } from '../origins/send-content.ts';
import { parseJson, textOf } from '../parse-json.ts';
import { keepLastGood, withLastGoodEntries } from './last-good.ts';
import { describeLeftOut } from './registry-file.ts';

/** One content of the registry, ready to be sent. */
export type ServedContent = Content & {
  text: string;
  hash: string;
  /** Its entries that fit. */
  registry: Registry;
  /** For the page: without each release's list of hashed scripts, which only publishing needs. */
  slim: unknown;
};

export type ServedRegistry = {
  /** @returns the registry as the file has it, else the last good one, else `null` */
  read(): Promise<ServedContent | null>;
  close(): Promise<void>;
};

/** About ten times the size of four releases. */
const MOST_BYTES = 512 * 1024;
/** A problem is printed once it has lasted so long: a file that is being written is wrong for a moment. */
const PRINT_AFTER_MS = 1_000;

const anyRemotesSchema = v.looseObject({ remotes: v.record(v.string(), v.unknown()) });
const withScriptsSchema = v.looseObject({ scripts: v.unknown() });

/**
 * The registry as the host's origin serves it. An edit of the file counts at the next request, and within a second
 * where there is none. For an entry that doesn't fit, the last good entry of its name is served; where there is none
 * the entry is served as it is, and pages leave it out and name it. While the file is missing, half written, too large
 * or not a registry, the last good registry is served. Both survive a restart.
 * @param print takes each problem once
 */
export function createServedRegistry(
  path: string,
  lastGoodPath: string,
  print: (line: string) => void = () => undefined,
): ServedRegistry {
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
      const lines =
        problem === null
          ? describeLeftOut(leftOut)
          : [`! The registry can't be read (${problem}); the last good one stays in force.`];
      if (lines.length > 0) printing = setTimeout(() => print(lines.join('\n')), PRINT_AFTER_MS).unref();
    },
  });
  return {
    async read() {
      file.look();
      await keeping;
      return current;
    },
    async close() {
      file.close();
      clearTimeout(printing);
      await keeping;
    },
  };
}

/** @returns `null` for a text that is not a registry */
function contentOf(text: string): ServedContent | null {
  const raw = parseJson(text);
  const read = readRegistry(raw);
  if (read === null) return null;
  const { registry } = read;
  const slim = slimmed(raw, new Set(Object.keys(registry.remotes)));
  return { text, hash: contentHash(text), registry, slim, bytes: bytesOf(text, 'thorough') };
}

/** An entry that doesn't fit stays as it is: the page then leaves it out for the same reason as pages that poll. */
function slimmed(raw: unknown, fitting: ReadonlySet<string>): unknown {
  if (!v.is(anyRemotesSchema, raw)) return raw;
  const remotes = Object.entries(raw.remotes).map(([name, entry]) => {
    if (!fitting.has(name) || !v.is(withScriptsSchema, entry)) return [name, entry] as const;
    const { scripts: _, ...rest } = entry;
    return [name, rest] as const;
  });
  return { ...raw, remotes: Object.fromEntries(remotes) };
}
