import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In the packed kit beside this file's build; in the repository the host's own. */
const candidates = ['../host', '../../host', '../../../host/dist'];

export class HostBuildMissing extends Error {
  override name = 'HostBuildMissing';
}

/** @returns the folder of the host's production build. @throws HostBuildMissing, with what to do */
export function hostBuild(): string {
  const folders = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')) && existsSync(join(folder, 'assets')));
  if (found !== undefined) return found;
  throw new HostBuildMissing(
    "The host's build is missing. In this repository: npm run build. Elsewhere: install the kit again.",
  );
}
