import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Environment, keepsReleases } from '../../program/environment.ts';
import { whyNotWritten } from '../../storage/writable-folder.ts';
import type { Problem } from './problem.ts';

/** Folders that can't be written and files that can't be read. Creates nothing. */
export async function checkFiles(environment: Environment): Promise<Problem[]> {
  const { DATABASE_URL, DATA_DIR, UPLOADS_DIR, OPERATOR_SOCKET, SETTINGS_FILE, REGISTRY_FILE } = environment;
  const folders: readonly (readonly [string, string])[] = [
    ['UPLOADS_DIR', UPLOADS_DIR],
    ['OPERATOR_SOCKET', dirname(OPERATOR_SOCKET)],
    ...(keepsReleases(environment) ? [['RELEASES_DIR', environment.RELEASES_DIR] as const] : []),
    ...(DATABASE_URL === undefined ? [['DATA_DIR', DATA_DIR] as const] : []),
  ];
  const found = await Promise.all([
    ...folders.map(([about, folder]) => checkFolder(about, folder)),
    checkJson('SETTINGS_FILE', SETTINGS_FILE),
    checkJson('REGISTRY_FILE', REGISTRY_FILE),
    checkHostFiles(environment),
  ]);
  return found.flat();
}

/** A folder that isn't there yet is made at the start: what counts is the first one above it that is there. */
async function checkFolder(about: string, folder: string): Promise<Problem[]> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && dirname(folder) !== folder) return checkFolder(about, dirname(folder));
    return [{ about, problem: `the folder ${folder} can't be written: ${whyNotWritten(error) ?? 'unknown reason'}` }];
  }
}

/** The file may be missing: the defaults hold then. */
async function checkJson(about: string, path: string): Promise<Problem[]> {
  try {
    JSON.parse(await readFile(path, 'utf8'));
    return [];
  } catch (error) {
    if (error instanceof SyntaxError) return [{ about, problem: `${path} isn't JSON` }];
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    return [{ about, problem: `${path} can't be read: ${whyNotWritten(error) ?? 'unknown reason'}` }];
  }
}

async function checkHostFiles({ LISTENERS, HOST_FILES }: Environment): Promise<Problem[]> {
  if (!LISTENERS.includes('host')) return [];
  return access(join(HOST_FILES, 'index.html'), constants.R_OK).then(
    () => [],
    () => [
      {
        about: 'HOST_FILES',
        problem: `${HOST_FILES} has no index.html that can be read: name the folder of the host's build`,
      },
    ],
  );
}
