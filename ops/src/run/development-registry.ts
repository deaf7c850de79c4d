import { pathToFileURL } from 'node:url';
import type { RegistryEntry } from '@fridge/shared-contracts';
import { originOf, type PortPlan } from '../ports.ts';
import { updateRegistryFile } from '../registry/registry-file.ts';
import type { ReleaseDefinition } from '@fridge/remote-kit/vite';
import { inRepository, presentRemotes } from '../workspace.ts';

/** Registers the remotes as their development servers offer them: no list of files, since there is no build. */
export async function developmentRegistry(ports: PortPlan, path: string): Promise<void> {
  const definitions = await Promise.all(
    presentRemotes().map(async ({ name, folder }) => {
      const module: { release: ReleaseDefinition } = await import(pathToFileURL(inRepository(folder, 'release.config.ts')).href);
      return { name, release: module.release };
    }),
  );
  await updateRegistryFile(path, (registry) => {
    const remotes = { ...registry.remotes };
    for (const { name, release } of definitions) {
      remotes[name] = {
        enabled: remotes[name]?.enabled ?? true,
        pin: null,
        title: release.title,
        description: release.description,
        routes: release.routes.map((route) => ({ path: route.path, title: route.title, window: route.window, scripts: [] })),
        entry: `${originOf(ports.remotes[name])}/remoteEntry.js`,
        version: 'development',
        contract: release.contract,
        scripts: [],
        styles: [],
        requires: [...release.requires],
      } satisfies RegistryEntry;
    }
    return { ...registry, remotes };
  });
}
