import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In development; a build leaves the marker for its origin. */
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
    // The others replace external pages.
    rolldownOptions: { input: ['index.html', 'coupon.html', 'shop.html', 'download.html'] },
  },
});
