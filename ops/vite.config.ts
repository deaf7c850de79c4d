import { defineConfig } from 'vite';

/** The operators' command line for production, in one file beside the libraries that it names in package.json. */
export default defineConfig({
  ssr: { noExternal: ['@fridge/shared-contracts', '@fridge/server'] },
  build: { ssr: 'src/ops.ts', outDir: 'dist', emptyOutDir: true, target: 'node20', sourcemap: true },
});
