import { existsSync } from 'node:fs';
import { followFile } from '@fridge/server/settings-file';
import { writeAtomically } from '@fridge/server/write-atomically';
import { parseRegistry, type RuntimeSettings } from '@fridge/shared-contracts/host';
import { messageOf } from '../message-of.ts';
import { parseJson, textOf } from '../parse-json.ts';
import { knownNames, readOwnSettings } from './own-settings.ts';

export interface LiveSettings {
  current(): RuntimeSettings;
  /** Replaces the defaults. @returns whether that changed the settings in force */
  setDefaults(defaults: RuntimeSettings): Promise<boolean>;
  stop(): Promise<void>;
}

type SettingsFiles = {
  /** The operator's file; created as `{}` where there is none. */
  operator: string;
  /** The settings in force, which the server follows within a second. */
  effective: string;
  registry: string;
};

const WRITE_AGAIN_MS = 1_000;

/**
 * The settings in force: the defaults with the operator's file laid over them. An edit counts for pages and for the
 * server within a second. While the file is broken or missing the last good settings stay in force; a field that
 * doesn't exist has no effect and is printed. Settings that can't be written (a full disk) count for pages, and the
 * write is retried.
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

  /** @throws with the wrong fields, fit to print */
  const readOwn = (text: string) => {
    const read = readOwnSettings(text, base, knownNames(parseRegistry(parseJson(textOf(files.registry)))));
    if (read.settings === null) throw new Error(read.wrong.join('; '));
    return { ...read, settings: read.settings };
  };
  /** @returns whether that changed the settings in force */
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

/** The file that the server reads: writes are done in order, and retried until one succeeds. */
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

/** The system's error code where there is one: its messages name the draft file. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
