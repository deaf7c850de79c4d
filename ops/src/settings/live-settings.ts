import { existsSync } from 'node:fs';
import { followFile } from '@fridge/server/settings-file';
import { writeAtomically } from '@fridge/server/write-atomically';
import { parseRegistry, type RuntimeSettings } from '@fridge/shared-contracts/host';
import { messageOf } from '../message-of.ts';
import { parseJson, textOf } from '../parse-json.ts';
import { knownNames, readOwnSettings } from './own-settings.ts';

export interface LiveSettings {
  current(): RuntimeSettings;
  /** Lays the operator's file over other defaults from now on. @returns whether that changed what is in force */
  setDefaults(defaults: RuntimeSettings): Promise<boolean>;
  stop(): Promise<void>;
}

export type SettingsFiles = {
  /** What the operator wrote; set up as `{}` where there is none. */
  operator: string;
  /** What is in force, written for the server, which follows it within a second. */
  effective: string;
  /** The registry, whose releases name windows and calls. */
  registry: string;
};

const WRITE_AGAIN_MS = 1_000;

/**
 * The settings in force: the defaults with the operator's file laid over them. An edit counts within a second for pages
 * and is written for the server at once, whether or not anybody opens a page. A broken or missing file leaves the last
 * good settings in force; a field that doesn't exist has no effect and is named. What can't be written (a full disk) is
 * in force for pages all the same, and is tried again.
 * @param print told of each problem once
 */
export async function openSettings(defaults: RuntimeSettings, files: SettingsFiles, print: (line: string) => void): Promise<LiveSettings> {
  let base = defaults;
  let own = '{}';
  let doubtful: string[] = [];
  let inForce = defaults;
  const effective = createEffectiveFile(files.effective, print);
  if (!existsSync(files.operator)) await writeAtomically(files.operator, '{}\n').catch((error: unknown) => print(`! ${files.operator} can't be set up (${reasonOf(error)}).`));

  /** @throws with what is wrong, by its fields, fit to print */
  const readOwn = (text: string) => {
    const read = readOwnSettings(text, base, knownNames(parseRegistry(parseJson(textOf(files.registry)))));
    if (read.settings === null) throw new Error(read.wrong.join('; '));
    return { ...read, settings: read.settings };
  };
  /** @returns whether what is in force is another than what the server was last told */
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

/** The file that the server reads, written in order and tried again until what is wanted stands in it. */
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
      if (!failed) print(`! ${path} can't be written (${reasonOf(error)}): pages go by the settings in force, the server will when it can be.`);
      failed = true;
      clearTimeout(again);
      again = setTimeout(queue, WRITE_AGAIN_MS).unref();
    }
  };
  const queue = () => {
    writing = writing.then(save);
  };
  return {
    /** @returns whether this is another content than the last */
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
