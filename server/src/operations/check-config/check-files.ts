import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Environment, writtenFolders } from '../../program/environment.ts';
import { codeOf } from '../../storage/text.ts';
import { whyNotWritten } from '../../storage/writable-folder.ts';
import type { Problem } from './problem.ts';

/** Folders that can't be written and files that can't be read. Creates nothing. */
export async function checkFiles(environment: Environment): Promise<Problem[]> {
  const { LISTENERS, HOST_FILES, SETTINGS_FILE, REGISTRY_FILE } = environment;
  const found = await Promise.all([
    ...writtenFolders(environment).map(
      async ({ variable, folder }) => [variable, await folderProblem(folder)] as const,
    ),
    ['SETTINGS_FILE', await jsonProblem(SETTINGS_FILE)] as const,
    ['REGISTRY_FILE', await jsonProblem(REGISTRY_FILE)] as const,
    ['HOST_FILES', LISTENERS.includes('host') ? await buildProblem(HOST_FILES) : null] as const,
  ]);
  return found.flatMap(([about, problem]) => (problem === null ? [] : [{ about, problem }]));
}

/** A folder that isn't there yet is made at the start: what counts is the first one above it that is there. */
async function folderProblem(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    if (isMissing(error) && dirname(folder) !== folder) return folderProblem(dirname(folder));
    return `the folder ${folder} can't be written: ${whyNotWritten(error) ?? 'unknown reason'}`;
  }
}

/** The file may be missing: the defaults hold then. */
async function jsonProblem(path: string): Promise<string | null> {
  try {
    JSON.parse(await readFile(path, 'utf8'));
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return `${path} isn't JSON`;
    return isMissing(error) ? null : `${path} can't be read: ${whyNotWritten(error) ?? 'unknown reason'}`;
  }
}

const buildProblem = (folder: string): Promise<string | null> =>
  access(join(folder, 'index.html'), constants.R_OK).then(
    () => null,
    () => `${folder} has no index.html that can be read: name the folder of the host's build`,
  );

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
