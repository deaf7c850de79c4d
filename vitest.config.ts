import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A test that needs a document says so: `@vitest-environment happy-dom`. */
const needsDocument = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('@vitest-environment');
const withoutDocument = readdirSync(import.meta.dirname)
  .filter((folder) => existsSync(join(import.meta.dirname, folder, 'src')))
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder, 'src'), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/src/${file}`,
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && !needsDocument(file));

/**
 * Unit and contract tests of every package. Those that need no document share processes and loaded modules, the server
 * among them, which spares a third of all computing: whatever a test changes of its process it puts back. A document
 * would be shared as well, so each file with one has a process of its own.
 */
export default defineConfig({
  test: {
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      { extends: true, test: { name: 'shared', include: withoutDocument, isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['*/src/**/*.test.{ts,tsx}', 'remote-kit/template/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...withoutDocument],
        },
      },
    ],
    // Tests of the server wait more than they compute, so even a machine with two cores runs three files at once.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    restoreMocks: true,
    unstubGlobals: true,
    hookTimeout: 60_000,
    testTimeout: 20_000,
  },
});
