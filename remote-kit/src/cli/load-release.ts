import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { CommandFailed, messageOf } from './command-failed.ts';
import { lacks, parseFile } from './parse-file.ts';

const RELEASE_CONFIG = 'release.config.ts';

/** What commands need of it. The rest is checked where it counts: by the build and by publishing. */
const exportsSchema = v.looseObject({
  release: v.looseObject({
    name: v.string(),
    version: v.string(),
    contract: v.string(),
    routes: v.array(v.looseObject({ path: v.string(), screen: v.string() })),
  }),
});

type LoadedRelease = v.InferOutput<typeof exportsSchema>['release'];

/**
 * Runs a remote's `release.config.ts`.
 * @throws CommandFailed (2) when there is none, or it throws
 */
export async function loadRelease(folder: string): Promise<LoadedRelease> {
  const file = join(folder, RELEASE_CONFIG);
  if (!existsSync(file)) throw lacks(folder, RELEASE_CONFIG);
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport<unknown>(file, { root: folder, logLevel: 'error', configFile: false }).catch(
    (error: unknown) => {
      throw new CommandFailed(2, `${file} can't be run: ${messageOf(error)}`, { cause: error });
    },
  );
  return parseFile(file, exportsSchema, module).release;
}
