import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standAlonePage } from './stand-alone-page.ts';

describe('the stand-alone page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-alone-'));
  let server: ViteDevServer;
  let origin = '';

  beforeAll(async () => {
    const release = {
      name: 'a',
      version: '1.0.0',
      contract: '3.0',
      routes: [{ path: '/a', screen: 'src/a-screen.tsx' }],
    };
    writeFileSync(join(folder, 'release.config.ts'), `export const release = ${JSON.stringify(release)};`);
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/a-screen.tsx'), 'export default () => null;');
    server = await createServer({
      ...standAlonePage(folder),
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    await server.listen();
    origin = new URL(server.resolvedUrls?.local[0] ?? '').origin;
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['/', '/draw/rule', '/address?id=1'])('is what %s shows', async (path) => {
    const response = await fetch(origin + path, { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('virtual:stand-alone');
  });

  it('loads the screens of the release', async () => {
    const activity = join(folder, 'src/activity.ts');
    const loaded = await server.pluginContainer.load((await server.pluginContainer.resolveId(activity))?.id ?? '');
    expect(loaded).toContain('"/a": () => import("../src/a-screen.tsx")');
    expect(await (await fetch(`${origin}/src/activity.ts`)).text()).toContain('/src/a-screen.tsx');
  });

  it('takes activity and release from the folder of the remote, and answers where there are any', async () => {
    const script = async () => (await server.pluginContainer.load('\0virtual:stand-alone')) as string; // the plugin gives plain code
    expect(await script()).toContain(join(folder, 'src/activity.ts'));
    expect(await script()).toContain('const prepare = () => {}');
    mkdirSync(join(folder, 'stand-alone'));
    writeFileSync(join(folder, 'stand-alone/answers.ts'), 'export default () => {};');
    expect(await script()).toContain(join(folder, 'stand-alone/answers.ts'));
  });
});

it('has no part in a build', () => {
  const plugins = standAlonePage('/remote').plugins ?? [];
  expect(plugins).toContainEqual(expect.objectContaining({ name: 'stand-alone-page', apply: 'serve' }));
});
