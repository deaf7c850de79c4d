import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const browserPackages = [
  'companion-app',
  'host',
  'remote-campaign2023',
  'remote-contest',
  'remote-draw',
  'remote-yearreport',
  'shared-contracts',
  'shared-ui',
];

/** A test that needs a document says so: `@vitest-environment happy-dom`. */
const needsDocument = (file: string) =>
  readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('@vitest-environment');
const withoutDocument = browserPackages
  .flatMap((folder) =>
    readdirSync(`${import.meta.dirname}/${folder}/src`, { recursive: true }).map(
      (file) => `${folder}/src/${String(file)}`,
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && !needsDocument(file));

/**
 * Unit and contract tests of every package. Tests of the browser packages that need no document share processes and
 * loaded modules, which spares most of their time; each other file has a process of its own.
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
