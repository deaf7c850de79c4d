import { existsSync } from 'node:fs';
import { followFile } from './follow-file.ts';
import { writeAtomically } from '../write-atomically.ts';
import { parseRegistry, type RuntimeSettings } from '@fridge/shared-contracts/host';
import { messageOf, parseJson, textOf } from '../text.ts';
import { knownNames, readOwnSettings } from './own-settings.ts';

export type LiveSettings = Awaited<ReturnType<typeof openSettings>>;

const RETRY_MS = 1_000;

/**
 * The operator's file, created as `{}`, over the defaults. Pages and server follow an edit within a second. While the file is broken or
 * missing the last good settings stay; unknown fields are printed. A failed write (full disk) is retried, and pages
 * still follow.
 * @param print takes each problem once
 */
export async function openSettings(
  defaults: RuntimeSettings,
  files: Readonly<Record<'settings' | 'effectiveSettings' | 'registry', string>>,
  print: (line: string) => void,
) {
  let base = defaults;
  let own = '{}';
  let doubtful: string[] = [];
  let inForce = defaults;
  const effective = createEffectiveFile(files.effectiveSettings, print);
  if (!existsSync(files.settings)) {
    await writeAtomically(files.settings, '{}\n').catch((error: unknown) =>
      print(`! ${files.settings} can't be set up (${reasonOf(error)}).`),
    );
  }

  const readOwn = (text: string) => {
    const read = readOwnSettings(text, base, knownNames(parseRegistry(parseJson(textOf(files.registry))), defaults));
    if (read.settings === null) throw new Error(read.wrong.join('; '));
    return { ...read, settings: read.settings };
  };
  const apply = (): boolean => {
    inForce = readOwn(own).settings;
    return effective.write(`${JSON.stringify(inForce, null, 2)}\n`);
  };
  const operator = followFile<string>(files.settings, {
    initial: own,
    parse: (text) => {
      ({ doubtful } = readOwn(text));
      own = text;
      return own;
    },
    onChange: (problem) => {
      if (problem !== null) return print(`! ${files.settings}: ${problem}; the last good settings stay in force.`);
      for (const line of doubtful) print(`! ${files.settings}: ${line}; the rest of the file counts.`);
      apply();
    },
  });
  apply();
  await effective.settled();
  return {
    current: () => inForce,
    /** @returns whether the settings in force changed */
    async setDefaults(next: RuntimeSettings) {
      base = next;
      const differs = apply();
      await effective.settled();
      return differs;
    },
    async stop() {
      operator.close();
      await effective.close();
    },
  };
}

/** Writes are ordered, and retried until one succeeds. */
function createEffectiveFile(path: string, print: (line: string) => void) {
  let latest = textOf(path) ?? '';
  let written = latest;
  let writing = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let isFailing = false;

  const save = async () => {
    const text = latest;
    if (text === written) return;
    try {
      await writeAtomically(path, text);
      written = text;
      isFailing = false;
    } catch (error) {
      const effect = 'pages go by the settings in force, the server will when it can be';
      if (!isFailing) print(`! ${path} can't be written (${reasonOf(error)}): ${effect}.`);
      isFailing = true;
      clearTimeout(retry);
      retry = setTimeout(queue, RETRY_MS).unref();
    }
  };
  const queue = () => {
    writing = writing.then(save);
  };
  return {
    /** @returns whether the text differs from the last one */
    write(text: string): boolean {
      const differs = text !== latest;
      latest = text;
      queue();
      return differs;
    },
    settled: () => writing,
    async close() {
      await writing;
      clearTimeout(retry);
    },
  };
}

/** System messages name the draft file. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
