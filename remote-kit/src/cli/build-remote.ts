import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CommandFailed, messageOf } from './command-failed.ts';

/**
 * Builds a remote as for users.
 * @param target the folder of the build
 * @param emptyOutDir whether it loses what it holds
 * @throws CommandFailed: 1 with what the bundler says, 2 without a configuration
 */
export async function buildRemote(folder: string, target: string, emptyOutDir = true): Promise<void> {
  const configFile = join(folder, 'vite.config.ts');
  if (!existsSync(configFile))
    throw new CommandFailed(2, `${folder} has no vite.config.ts: remote-kit create NAME makes one to copy.`);
  const vite = await import('vite');
  // Whatever ran before in this process, such as `runnerImport`, may have said "development": React's would be built
  // in.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await vite.build({
      root: folder,
      configFile,
      configLoader: 'runner',
      logLevel: 'error',
      mode: 'production',
      build: { outDir: target, emptyOutDir },
    });
  } catch (error) {
    const message = stripVTControlCharacters(messageOf(error)).trim();
    throw new CommandFailed(1, `The build failed: ${message}`, { cause: error });
  } finally {
    // Of those who load React in this process later: tests, and `dev`.
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
