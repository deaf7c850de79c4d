import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In development Vite fills the settings block itself; a build leaves the mark for the origin that serves it. */
function fillSettings(): Plugin {
  return {
    name: 'fill-app-settings',
    apply: 'serve',
    transformIndexHtml(html) {
      const settings = {
        hostUrl: process.env['HOST_URL'] ?? 'http://localhost:4170/',
        apiBase: process.env['API_BASE'] ?? 'http://localhost:4180',
        reportLinkKey: process.env['REPORT_LINK_KEY'],
      };
      return html.replace('__APP_SETTINGS__', () => JSON.stringify(settings).replaceAll('<', '\\u003c'));
    },
  };
}

export default defineConfig({
  plugins: [react(), fillSettings()],
  cacheDir: 'node_modules/.vite',
  server: { port: 4190, strictPort: true },
  build: {
    outDir: 'dist',
    // The external pages that the settings may name: where the coupon is taken, the shop, the download.
    rolldownOptions: { input: ['index.html', 'coupon.html', 'shop.html', 'download.html'] },
  },
});
