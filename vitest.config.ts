import { defineConfig } from 'vitest/config';

/** Unit and contract tests of every package. A test that needs a document says so: `@vitest-environment happy-dom`. */
export default defineConfig({
  test: {
    include: ['*/src/**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    hookTimeout: 60_000,
    testTimeout: 20_000,
  },
});
