import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import * as v from 'valibot';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { kitText, type Release, releaseSchema } from '@fridge/shared-contracts/team';
import { describeFiles, shortHash, writeHashed } from './describe-file.ts';
import { FEDERATION_MANIFEST, federationManifest } from './federation-manifest.ts';
import { ACTIVITY_MODULE } from './generate-activity.ts';
import { chunksOf, closureOf } from './late/chunks.ts';
import { type ReleaseDefinition, screenModule } from './release-definition.ts';
import { writeMaps } from './write-maps.ts';
import { buildShells, withReleaseAddresses } from './shells/build-shells.ts';
import { loadScreens } from './shells/load-screens.ts';

/**
 * Writes `release.json`: every file with its hash, the files each route needs, and each route's shell; and
 * `mf-manifest.json`, which says what it can to hosts of other builds.
 * @param shared packages of the host
 */
export function describeRelease(definition: ReleaseDefinition, folder: string, shared: readonly string[]): Plugin {
  const { name, version, picture } = definition;
  let called: InlineConfig = {};
  return {
    name: 'describe-release',
    apply: 'build',
    enforce: 'post',
    configResolved({ inlineConfig }) {
      called = inlineConfig;
    },
    async writeBundle(output, bundle) {
      const dist = output.dir ?? join(folder, 'dist');
      const chunks = chunksOf(bundle);
      const cycle = findImportCycle(chunks);
      if (cycle !== null)
        throw new Error(
          `${cycle.join(' and ')} import each other, so neither can run first: use \`oneFile\` of defineRemote.`,
        );
      const entry = [...chunks.values()].find(isEntry)?.fileName;
      if (!entry) throw new Error('The build has no remoteEntry.');
      const chunkOf = (path: string): string => {
        const found = [...chunks.values()].find((chunk) => isModule(chunk, resolve(folder, path)));
        if (found) return found.fileName;
        throw new Error('A module of the release has no chunk: src/activity.ts has to load each screen with import().');
      };
      const activity = chunkOf(ACTIVITY_MODULE);
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      const others = Object.keys(bundle).filter((file) => !chunks.has(file) && !/\.(?:css|map)$/.test(file));
      const react = versionOfPackage('react', join(folder, 'package.json'));
      const federation = versionOfPackage('@module-federation/vite', import.meta.url);
      const scripts = [...closureOf(chunks, [activity])].filter((file) => file !== entry);
      const lateScripts = [...chunks.keys()].filter((file) => file !== entry && !scripts.includes(file));
      const manifest = { name, version, entry, federation, react, shared, scripts, lateScripts, styles };
      await writeFile(join(dist, FEDERATION_MANIFEST), JSON.stringify(federationManifest(manifest)));
      const sheets = styles.map(async (file) => withReleaseAddresses(await readFile(join(dist, file), 'utf8'), file));
      const shells = await buildShells(await loadScreens(called), definition.period, {
        dist,
        files: new Set(others),
        css: (await Promise.all(sheets)).join('\n'),
      });
      const release = v.parse(releaseSchema, {
        ...definition,
        kit: kitText,
        react,
        federation,
        entry,
        runtimeFree: true, // by remote-container.ts
        scripts: await describeFiles(dist, [...chunks.keys()]),
        styles: await describeFiles(dist, styles),
        maps: await describeFiles(dist, await writeMaps(dist, folder, [...chunks.keys()])),
        assets: await describeFiles(dist, [...others, FEDERATION_MANIFEST]),
        picture:
          picture && (await writeHashed(dist, 'assets/hall', extname(picture), await readFile(join(folder, picture)))),
        routes: definition.routes.map((route) => ({
          ...route,
          scripts: [...closureOf(chunks, [entry, activity, chunkOf(screenModule(route.screen).file)])],
          shell: shells.get(route.path),
        })),
      });
      const described = { ...release, version: versionOf(release) };
      await writeFile(join(dist, 'release.json'), `${JSON.stringify(described, null, 2)}\n`);
    },
  };
}

/** Finds chunks that import each other. They can't load: each awaits the host's shared packages at its top. */
export function findImportCycle(chunks: Parameters<typeof closureOf>[0]): string[] | null {
  for (const [file, { imports }] of chunks) {
    const back = imports.find((imported) => closureOf(chunks, [imported]).has(file));
    if (back !== undefined) return [file, back];
  }
  return null;
}

export const isEntry = (chunk: Rolldown.OutputChunk) => /^remoteEntry-[\w-]+\.js$/.test(chunk.fileName);
export const isModule = (chunk: Rolldown.OutputChunk, path: string) => chunk.facadeModuleId === path;

/** @param from file whose package depends on it */
function versionOfPackage(name: string, from: string): string {
  return v.parse(v.object({ version: v.string() }), createRequire(from)(`${name}/package.json`)).version;
}

/** With a hash of all that the release declares and contains. */
export const versionOf = (release: Release): string => `${release.version}+${shortHash(JSON.stringify(release))}`;
