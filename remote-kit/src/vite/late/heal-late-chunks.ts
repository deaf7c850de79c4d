import { join, posix } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { browserFloor } from '../browser-floor.ts';
import { type Chunks, chunksOf, closureOf, codeOf } from './chunks.ts';

const PRELOAD_HELPER = /^\0vite\/preload-helper\.js$/; // oxlint-disable-line no-control-regex -- virtual modules have a NUL before their names

/**
 * Lets `load-again.ts` do each `import()` of late code, whose retries have other addresses. Loaded modules stay one
 * copy:
 *
 * - Base `/` (the host): a chunk that moves takes its imports along; entry chunks are imported by absolute path.
 * - Relative base (a remote): retries add a query, which imports don't inherit, so a late chunk may import only what
 *   its importers have. Vite's helper has nothing to preload: the host has all styles before.
 * @param isMoved chunks that the host retries with their imports (a remote's screens)
 */
export function healLateChunks(isMoved: (chunk: Rolldown.OutputChunk) => boolean = () => false): Plugin {
  let base = '/';
  return {
    name: 'heal-late-chunks',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      base = config.base;
    },
    load: {
      filter: { id: PRELOAD_HELPER },
      handler: () =>
        base === '/'
          ? `export { preload as __vitePreload } from ${JSON.stringify(join(import.meta.dirname, 'preload-helper'))};`
          : 'export const __vitePreload = (load) => load();',
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = chunksOf(bundle);
        const helper = await helperCode();
        const isLate = (file: string) => {
          const chunk = chunks.get(file);
          return chunk !== undefined && !entry.has(file) && !isMoved(chunk);
        };
        const entry = closureOf(
          chunks,
          [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
        );
        if (base !== '/') assertRetryable(chunks, isLate);
        for (const chunk of chunks.values()) {
          if (base === '/' && !entry.has(chunk.fileName)) chunk.code = importAbsolutely(chunk, entry);
          const late = chunk.dynamicImports.filter(isLate);
          if (late.length > 0) chunk.code = importAgain(chunk, late, helper, base === '/');
        }
      },
    },
  };
}

function assertRetryable(chunks: Chunks, isLate: (file: string) => boolean): void {
  for (const importer of chunks.values()) {
    const present = closureOf(chunks, [importer.fileName]);
    for (const file of importer.dynamicImports.filter(isLate)) {
      const extra = chunks.get(file)?.imports.find((each) => chunks.has(each) && !present.has(each));
      if (extra)
        throw new Error(
          `${importer.fileName} loads ${file} late, and with it ${extra}, which a retry can't load again: import the modules of ${extra} statically.`,
        );
    }
  }
}

/** As long as `import`, and declared at the end: source maps go on fitting. */
const AGAIN = '$again';

/** Routes late imports through `load-again.ts`. @throws when one is written otherwise */
export function importAgain(
  { code, fileName }: Pick<Rolldown.OutputChunk, 'code' | 'fileName'>,
  late: readonly string[],
  helper: string,
  isHost: boolean,
): string {
  const rewritten = late.reduce((before, file) => {
    const pattern = `\\bimport\\(\\s*(["'\`]${literal(specifier(fileName, file))}["'\`])\\s*\\)`;
    return replaceImport(before, pattern, `${AGAIN}($1)`, file, fileName);
  }, code);
  return `${rewritten}\nfunction ${AGAIN}(f){return(${AGAIN}.load||=${helper}(f=>import(f),import.meta.url,${isHost}))(f)}`;
}

/** Imports the page's chunks by absolute path. @throws when an import is written otherwise */
export function importAbsolutely(
  { code, fileName, imports }: Pick<Rolldown.OutputChunk, 'code' | 'fileName' | 'imports'>,
  present: ReadonlySet<string>,
): string {
  return imports
    .filter((file) => present.has(file))
    .reduce((before, file) => {
      const pattern = `(\\b(?:from|import)\\s*["'\`])${literal(specifier(fileName, file))}(?=["'\`])`;
      return replaceImport(before, pattern, `$1/${file}`, file, fileName);
    }, code);
}

function replaceImport(code: string, pattern: string, replacement: string, file: string, importer: string): string {
  const rewritten = code.replace(new RegExp(pattern, 'g'), replacement);
  if (rewritten === code)
    throw new Error(`Unknown form of the import of ${file} in ${importer}: update heal-late-chunks.ts.`);
  return rewritten;
}

function specifier(importer: string, file: string): string {
  const path = posix.relative(posix.dirname(importer), file);
  return path.startsWith('.') ? path : `./${path}`;
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function helperCode(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: browserFloor,
      lib: { entry: join(import.meta.dirname, 'load-again'), formats: ['iife'], name: 'late' },
    },
  });
  return `(()=>{${codeOf(result).trim()};return late.createImportAgain})()`;
}
