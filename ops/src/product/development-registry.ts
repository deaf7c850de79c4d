import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { ReleaseDefinition } from '@fridge/remote-kit/vite';
import type { RegistryEntry } from '@fridge/shared-contracts/host';
import { integrityOf } from '../registry/read-release.ts';
import { updateRegistryFile } from '../registry/registry-file.ts';
import { inRepository, presentRemotes } from '../workspace.ts';
import { originOf, type PortPlan } from './ports.ts';

/** Without file lists: nothing is built. */
export async function developmentRegistry(ports: PortPlan, path: string): Promise<void> {
  const definitions = await Promise.all(
    presentRemotes().map(async ({ name, folder }) => {
      const module: { release: ReleaseDefinition } = await import(pathToFileURL(inRepository(folder, 'release.config.ts')).href);
      const { picture: file } = module.release;
      const picture = file === null ? null : { file, content: await readFile(inRepository(folder, file)) };
      return { name, release: module.release, picture };
    }),
  );
  await updateRegistryFile(path, ({ registry }) =>
    Object.fromEntries(
      definitions.map(({ name, release, picture }) => [
        name,
        {
          enabled: registry.remotes[name]?.enabled ?? true,
          pin: null,
          title: release.title,
          description: release.description,
          routes: release.routes.map(({ path: route, title, window, tone }) => ({ path: route, title, window, tone: tone ?? null, scripts: [] })),
          entry: `${originOf(ports.remotes[name])}/remoteEntry.js`,
          version: 'development',
          contract: release.contract,
          scripts: [],
          styles: [],
          picture: picture && { file: picture.file, bytes: picture.content.length, integrity: integrityOf(picture.content) },
          bridge: [...release.bridge],
          requires: [...release.requires],
          calls: [...release.calls],
          publicParameters: [...release.publicParameters],
        } satisfies RegistryEntry,
      ]),
    ),
  );
}
