import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { inRepository } from '../../ops/src/workspace.ts';
import { watchedTest as test } from '../fixtures/watched.ts';
import { serveFolder } from '../stock-host/static-origin.ts';
import { drawWords } from '../words.ts';

test('a host that the federation plugin built loads a remote by its manifest, and shows a screen in its styles', async ({
  page,
}) => {
  const dist = await mkdtemp(join(tmpdir(), 'stock-host-'));
  const remote = await serveFolder(inRepository('remote-draw/dist'));
  await buildStockHost(dist, remote.origin);
  const host = await serveFolder(dist);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === remote.origin) asked.push(pathname);
  });
  try {
    await page.goto(`${host.origin}/draw/rule`);
    await expect(page.getByRole('heading', { name: drawWords['draw.wheel.heading'] })).toBeVisible();
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
    expect(sheets.filter((href) => href?.startsWith(remote.origin))).toHaveLength(1);
    expect(asked[0]).toBe('/mf-manifest.json');
    expect(asked.filter((path) => path.includes('-screen-'))).toEqual([expect.stringContaining('rule-screen')]);
  } finally {
    await Promise.all([host.close(), remote.close(), rm(dist, { recursive: true, force: true })]);
  }
});

const buildStockHost = (dist: string, remoteOrigin: string) =>
  promisify(execFile)(
    process.execPath,
    [inRepository('node_modules/vite/bin/vite.js'), 'build', '--configLoader', 'runner'],
    {
      cwd: inRepository('e2e/stock-host'),
      env: { ...process.env, STOCK_HOST_REMOTE: remoteOrigin, STOCK_HOST_DIST: dist },
    },
  );
