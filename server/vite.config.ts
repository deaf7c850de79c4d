import { defineConfig } from 'vite';

/**
 * One file for production. Packages of node_modules stay outside it: PGlite finds its WebAssembly beside its own
 * code. The contract is TypeScript source of this workspace, so it is bundled.
 */
export default defineConfig({
  ssr: { noExternal: ['@fridge/shared-contracts'] },
  build: { ssr: 'src/main.ts', outDir: 'dist', emptyOutDir: true, target: 'node20', sourcemap: true },
});
