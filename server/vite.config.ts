import { defineConfig } from 'vite';

/**
 * The program, with chunks for what is loaded on demand: a database, the demonstration. node_modules stay external,
 * because PGlite finds its WebAssembly beside its code; the contract is TypeScript source and has to be bundled.
 */
export default defineConfig({
  ssr: { noExternal: ['@fridge/shared-contracts'] },
  build: { ssr: 'src/main.ts', outDir: 'dist', emptyOutDir: true, target: 'node20', sourcemap: true },
});
