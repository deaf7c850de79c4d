import { existsSync } from 'node:fs';
import { followFile } from '@fridge/server/settings-file';
import { writeAtomically } from '@fridge/server/write-atomically';
import { parseRegistry, type RuntimeSettings } from '@fridge/shared-contracts/host';
import { messageOf } from '../message-of.ts';
import { parseJson, textOf } from '../parse-json.ts';
import { knownNames, readOwnSettings } from './own-settings.ts';

export interface LiveSettings {
  current(): RuntimeSettings;
  /** @returns whether the settings in force changed */
  setDefaults(defaults: RuntimeSettings): Promise<boolean>;
  stop(): Promise<void>;
}

type SettingsFiles = {
  /** Created as `{}`. */
  operator: string;
  /** For the server. */
  effective: string;
  registry: string;
};

const WRITE_AGAIN_MS = 1_000;

/**
 * The operator's file over the defaults. Pages and server follow an edit within a second. While the file is broken or
 * missing the last good settings stay; unknown fields are printed. A failed write (full disk) is retried, and pages
 * still follow.
 * @param print takes each problem once
 */
export async function openSettings(defaults: RuntimeSettings, files: SettingsFiles, print: (line: string) => void): Promise<LiveSettings> {
  let base = defaults;
  let own = '{}';
  let doubtful: string[] = [];
  let inForce = defaults;
  const effective = createEffectiveFile(files.effective, print);
  if (!existsSync(files.operator)) {
    await writeAtomically(files.operator, '{}\n').catch((error: unknown) =>
      print(`! ${files.operator} can't be set up (${reasonOf(error)}).`),
    );
  }

  const readOwn = (text: string) => {
    const read = readOwnSettings(text, base, knownNames(parseRegistry(parseJson(textOf(files.registry)))));
    if (read.settings === null) throw new Error(read.wrong.join('; '));
    return { ...read, settings: read.settings };
  };
  const apply = (): boolean => {
    inForce = readOwn(own).settings;
    return effective.write(`${JSON.stringify(inForce, null, 2)}\n`);
  };
  const operator = followFile<string>(files.operator, {
    initial: own,
    parse: (text) => {
      ({ doubtful } = readOwn(text));
      own = text;
      return own;
    },
    onChange: (problem) => {
      if (problem !== null) return print(`! ${files.operator}: ${problem}; the last good settings stay in force.`);
      for (const line of doubtful) print(`! ${files.operator}: ${line}; the rest of the file counts.`);
      apply();
    },
  });
  apply();
  await effective.settled();
  return {
    current: () => inForce,
    async setDefaults(next) {
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
  let wanted = textOf(path) ?? '';
  let written = wanted;
  let writing = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  let failed = false;

  const save = async () => {
    const text = wanted;
    if (text === written) return;
    try {
      await writeAtomically(path, text);
      written = text;
      failed = false;
    } catch (error) {
      const effect = 'pages go by the settings in force, the server will when it can be';
      if (!failed) print(`! ${path} can't be written (${reasonOf(error)}): ${effect}.`);
      failed = true;
      clearTimeout(again);
      again = setTimeout(queue, WRITE_AGAIN_MS).unref();
    }
  };
  const queue = () => {
    writing = writing.then(save);
  };
  return {
    /** @returns whether the text differs from the last one */
    write(text: string): boolean {
      const differs = text !== wanted;
      wanted = text;
      queue();
      return differs;
    },
    settled: () => writing,
    async close() {
      await writing;
      clearTimeout(again);
    },
  };
}

/** System messages name the draft file. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
