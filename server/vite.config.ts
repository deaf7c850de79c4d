import { defineConfig } from 'vite';

/**
 * One file for production. node_modules stay external, because PGlite finds its WebAssembly beside its code; the
 * contract is TypeScript source and has to be bundled.
 */
export default defineConfig({
  ssr: { noExternal: ['@fridge/shared-contracts'] },
  build: { ssr: 'src/main.ts', outDir: 'dist', emptyOutDir: true, target: 'node20', sourcemap: true },
});
