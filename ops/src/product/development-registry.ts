import { pathToFileURL } from 'node:url';
import type { ReleaseDefinition } from '@fridge/remote-kit/vite';
import type { RegistryEntry } from '@fridge/shared-contracts/host';
import { updateRegistryFile } from '../registry/registry-file.ts';
import { inRepository, presentRemotes } from '../workspace.ts';
import { originOf, type PortPlan } from './ports.ts';

/** Registers the remotes as their development servers offer them: no list of files, since there is no build. */
export async function developmentRegistry(ports: PortPlan, path: string): Promise<void> {
  const definitions = await Promise.all(
    presentRemotes().map(async ({ name, folder }) => {
      const module: { release: ReleaseDefinition } = await import(pathToFileURL(inRepository(folder, 'release.config.ts')).href);
      return { name, release: module.release };
    }),
  );
  await updateRegistryFile(path, ({ registry }) =>
    Object.fromEntries(
      definitions.map(({ name, release }) => [
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
          bridge: [...release.bridge],
          requires: [...release.requires],
          calls: [...release.calls],
          publicParameters: [...release.publicParameters],
        } satisfies RegistryEntry,
      ]),
    ),
  );
}
