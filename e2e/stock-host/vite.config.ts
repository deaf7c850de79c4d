import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A host as another team would build one: the plugin's own settings, and the remote by its manifest. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'error',
  plugins: [
    react(),
    federation({
      name: 'stock_host',
      remotes: {
        draw: { type: 'module', name: 'draw', entry: `${process.env['STOCK_HOST_REMOTE']}/mf-manifest.json` },
      },
      shared: { react: { singleton: true }, 'react/jsx-runtime': { singleton: true } },
      dts: false,
    }),
  ],
  build: { target: 'esnext', outDir: process.env['STOCK_HOST_DIST'] ?? 'dist', emptyOutDir: true },
});
