import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandFailed } from '../cli/command-failed.ts';

/** In the packed kit beside this file's build; in the repository the host's own. */
const candidates = ['../host', '../../host', '../../../host/dist'];

/** @returns the folder of the host's production build. @throws CommandFailed (3), with what to do */
export function hostBuild(): string {
  const folders = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')) && existsSync(join(folder, 'assets')));
  if (found !== undefined) return found;
  throw new CommandFailed(
    3,
    "The host's build is missing. In this repository: npm run build. Elsewhere: install the kit again.",
  );
}
