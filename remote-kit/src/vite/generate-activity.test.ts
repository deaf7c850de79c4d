import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isActivityModule } from '@fridge/shared-contracts/page';
import { ACTIVITY_MODULE, generateActivity } from './generate-activity.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'generate-activity-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/draw.ts'), "export default 'draw';");
  writeFileSync(join(folder, 'src/forms.ts'), "export * as edit from './draw.ts';");
});
afterEach(() => rmSync(folder, { recursive: true }));

const release = {
  contract: '3.0',
  routes: [
    { path: '/draw', screen: 'src/draw.ts' },
    { path: '/draw/edit', screen: 'src/forms.ts#edit' },
  ],
};

async function loadActivity(): Promise<unknown> {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: [generateActivity(folder, () => release)],
  });
  try {
    const { default: activity } = await server.ssrLoadModule(ACTIVITY_MODULE);
    if (!isActivityModule(activity)) return activity;
    const screens = Object.entries(activity.screens).map(async ([path, load]) => [path, (await load()).default]);
    return { ...activity, screens: Object.fromEntries(await Promise.all(screens)) };
  } finally {
    await server.close();
  }
}

it('has one loader for each route, also of screens that are one file', async () =>
  expect(await loadActivity()).toEqual({ contract: '3.0', screens: { '/draw': 'draw', '/draw/edit': 'draw' } }));

it("gives way to a remote's own file", async () => {
  writeFileSync(join(folder, ACTIVITY_MODULE), "export default 'own';");
  expect(await loadActivity()).toBe('own');
});
