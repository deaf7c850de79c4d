import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import * as v from 'valibot';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { inRepository } from './workspace.ts';

const manifestSchema = v.object({ dependencies: v.record(v.string(), v.string()) });
const bundleSchema = v.object({
  output: v.array(
    v.object({
      imports: v.optional(v.array(v.string()), []),
      dynamicImports: v.optional(v.array(v.string()), []),
      fileName: v.string(),
    }),
  ),
});

/** `@fastify/send` of `@fastify/send/lib/x`. */
const packageOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;

// `npm ci` in a release installs the dependencies of these two and nothing else.
it.each(['server', 'ops'])(
  '%s imports nothing that its package does not depend on',
  { timeout: 60_000 },
  async (part) => {
    const root = inRepository(part);
    const { output } = v.parse(bundleSchema, await build({ root, logLevel: 'error', build: { write: false } }));
    const own = new Set(output.map(({ fileName }) => fileName));
    const imported = output.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
    const libraries = new Set(imported.filter((path) => !own.has(path) && !isBuiltin(path)).map(packageOf));
    const { dependencies } = v.parse(
      manifestSchema,
      JSON.parse(readFileSync(inRepository(part, 'package.json'), 'utf8')),
    );
    expect(libraries).not.toEqual(new Set());
    expect([...libraries].filter((library) => dependencies[library] === undefined)).toEqual([]);
  },
);
