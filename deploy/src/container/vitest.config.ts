import { defineConfig } from 'vitest/config';

/** Steps of one site, in their order; `run.ts` starts it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.container.ts'],
    bail: 1,
    testTimeout: 170_000,
    hookTimeout: 180_000,
    reporters: ['verbose'],
  },
});
