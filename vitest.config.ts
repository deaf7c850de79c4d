import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { temporaryFolder } from './server/src/testing/temporary-folder.ts';

const content = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const tests = readdirSync(import.meta.dirname)
  .filter((folder) => existsSync(join(import.meta.dirname, folder, 'src')))
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder, 'src'), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/src/${file}`,
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file));
/** A test that needs a document says so: `@vitest-environment happy-dom`. */
const withDocument = new Set(tests.filter((file) => content(file).includes('@vitest-environment')));
/** Whoever replaces modules needs a process where nobody has loaded them. */
const replacesModules = tests.filter((file) => /vi\.(mock|doMock|resetModules)\(/.test(content(file)));
const sharing = tests.filter((file) => !replacesModules.includes(file));
const documents = sharing.filter((file) => withDocument.has(file));
const withoutDocument = sharing.filter((file) => !withDocument.has(file));

/** Newer versions of Node have a `localStorage` of their own, which shadows the document's. */
const withoutNodesStorage = '--no-experimental-webstorage';

/**
 * Unit and contract tests of every package. They share processes and loaded modules, the server and React among them,
 * which spares half of all computing: whatever a test changes of its process or document it puts back. Files of a
 * worker share one document.
 */
export default defineConfig({
  test: {
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      { extends: true, test: { name: 'shared', include: withoutDocument, isolate: false } },
      {
        extends: true,
        test: {
          name: 'documents',
          include: documents,
          isolate: false,
          setupFiles: 'shared-ui/src/testing/new-document.ts',
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: [...replacesModules, 'remote-kit/template/**/*.test.{ts,tsx}'] },
      },
    ],
    // Tests of the server wait more than they compute, so even a machine with two cores runs three files at once.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    execArgv: process.allowedNodeEnvironmentFlags.has(withoutNodesStorage) ? [withoutNodesStorage] : [],
    env: { TMPDIR: temporaryFolder() },
    restoreMocks: true,
    unstubGlobals: true,
    hookTimeout: 60_000,
    testTimeout: 20_000,
  },
});
