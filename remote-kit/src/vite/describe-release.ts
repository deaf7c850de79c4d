import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import * as v from 'valibot';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import type { ReleaseFile } from '@fridge/shared-contracts/page';
import { kitText, type Release } from '@fridge/shared-contracts/team';
import { describeFile, describeFiles, shortHash } from './describe-file.ts';
import { FEDERATION_MANIFEST, federationManifest } from './federation-manifest.ts';
import { ACTIVITY_MODULE } from './generate-activity.ts';
import { type ReleaseDefinition, screenModule } from './release-definition.ts';
import { buildShells, withReleaseAddresses } from './shells/build-shells.ts';
import { loadScreens } from './shells/load-screens.ts';

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/**
 * Writes `release.json`: every file with its hash, the files each route needs, and each route's shell; and
 * `mf-manifest.json`, which says what it can to hosts of other builds.
 * @param shared packages of the host
 */
export function describeRelease(definition: ReleaseDefinition, folder: string, shared: readonly string[]): Plugin {
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
      const chunks: Chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      );
      const cycle = findImportCycle(chunks);
      if (cycle !== null)
        throw new Error(
          `${cycle.join(' and ')} import each other, so neither can run first: use \`oneFile\` of defineRemote.`,
        );
      const entry = [...chunks.values()].find(isEntry)?.fileName;
      if (!entry) throw new Error('The build has no remoteEntry: does the federation plugin run?');
      const activity = chunkOf(chunks, (chunk) => isModule(chunk, join(folder, ACTIVITY_MODULE)));
      const always = [entry, activity];
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      const others = Object.keys(bundle).filter((file) => !chunks.has(file) && !/\.(?:css|map)$/.test(file));
      const react = versionOfPackage('react', join(folder, 'package.json'));
      const federation = versionOfPackage('@module-federation/vite', import.meta.url);
      const scripts = staticClosure(chunks, [activity]).filter((file) => file !== entry);
      const manifest = federationManifest({
        name: definition.name,
        version: definition.version,
        entry,
        federation,
        react,
        shared,
        scripts,
        lateScripts: [...chunks.keys()].filter((file) => file !== entry && !scripts.includes(file)),
        styles,
      });
      await writeFile(join(dist, FEDERATION_MANIFEST), JSON.stringify(manifest));
      const screens = await loadScreens(called);
      const shells = await buildShells(screens ?? {}, definition.period, {
        dist,
        files: new Set(others),
        css: await readStyles(dist, styles),
      });
      const routes = definition.routes.map(({ path, title, screen, window, tone, keeps = false }) => ({
        path,
        title,
        window,
        tone: tone ?? null,
        keeps,
        scripts: staticClosure(chunks, [
          ...always,
          chunkOf(chunks, (chunk) => isModule(chunk, resolve(folder, screenModule(screen).file))),
        ]),
        shell: shells.get(path),
      }));
      const release: Release = {
        kit: kitText,
        name: definition.name,
        version: definition.version,
        contract: definition.contract,
        react,
        federation,
        title: definition.title,
        description: definition.description,
        entry,
        runtimeFree: true, // by lighten-container.ts
        scripts: await describeFiles(dist, [...chunks.keys()]),
        styles: await describeFiles(dist, styles),
        assets: await describeFiles(dist, [...others, FEDERATION_MANIFEST]),
        picture: definition.picture === null ? null : await copyPicture(join(folder, definition.picture), dist),
        routes,
        bridge: [...definition.bridge],
        requires: [...definition.requires],
        calls: [...definition.calls],
        publicParameters: [...definition.publicParameters],
      };
      await writeFile(
        join(dist, 'release.json'),
        `${JSON.stringify({ ...release, version: versionOf(release) }, null, 2)}\n`,
      );
    },
  };
}

function staticClosure(chunks: Chunks, roots: readonly string[]): string[] {
  const needed = new Set<string>();
  const visit = (file: string) => {
    const chunk = chunks.get(file);
    // Imports still list chunks that a plugin has inlined.
    if (chunk === undefined || needed.has(file)) return;
    needed.add(file);
    chunk.imports.forEach(visit);
  };
  roots.forEach(visit);
  return [...needed];
}

/** Finds chunks that import each other. They can't load: each awaits the host's shared packages at its top. */
export function findImportCycle(chunks: ReadonlyMap<string, Pick<Rolldown.OutputChunk, 'imports'>>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (done.has(file)) return null;
    for (const imported of chunks.get(file)?.imports ?? []) {
      const cycle = visit(imported, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of chunks.keys()) {
    const cycle = visit(file, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

function chunkOf(chunks: Chunks, test: (chunk: Rolldown.OutputChunk) => boolean): string {
  for (const [file, chunk] of chunks) if (test(chunk)) return file;
  throw new Error('A module of the release has no chunk: src/activity.ts has to load each screen with import().');
}

export const isEntry = (chunk: Rolldown.OutputChunk) => /^remoteEntry-[\w-]+\.js$/.test(chunk.fileName);
export const isModule = (chunk: Rolldown.OutputChunk, path: string) => chunk.facadeModuleId === path;

/** @param from file whose package depends on it */
function versionOfPackage(name: string, from: string): string {
  return v.parse(v.object({ version: v.string() }), createRequire(from)(`${name}/package.json`)).version;
}

/** For shells. */
async function readStyles(dist: string, files: readonly string[]): Promise<string> {
  const sheets = files.map(async (file) => withReleaseAddresses(await readFile(join(dist, file), 'utf8'), file));
  return (await Promise.all(sheets)).join('\n');
}

async function copyPicture(source: string, dist: string): Promise<ReleaseFile | null> {
  const bytes = await readFile(source);
  const file = `assets/hall-${shortHash(bytes)}${extname(source)}`;
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, file), bytes);
  return describeFile(dist, file);
}

/** With a hash of all that the release declares and contains. */
export function versionOf(release: Release): string {
  return `${release.version}+${shortHash(JSON.stringify(release))}`;
}
