import { defineConfig } from 'vite';

/**
 * The operators' command line for production, beside the libraries that it names in package.json: one file, and one for
 * what needs a browser.
 */
export default defineConfig({
  ssr: { noExternal: ['@fridge/shared-contracts', '@fridge/server', '@fridge/remote-kit'] },
  build: { ssr: 'src/ops.ts', outDir: 'dist', emptyOutDir: true, target: 'node20', sourcemap: true },
});
