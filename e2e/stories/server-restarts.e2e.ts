import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ledgerOf } from '../draw/chances.ts';
import { onlyDraw } from '../draw/operator.ts';
import { closeDialog, resultOn, seesRemaining, spin, spinButton } from '../draw/wheel.ts';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { expect, test } from '../fixtures/story.ts';
import { servedRegistry } from '../product/edit-registry.ts';
import type { Product } from '../product/run-product.ts';
import { toastOn } from '../screen.ts';
import { drawWords } from '../words.ts';

test.use({ productName: 'a server that is killed' });

/** Within this a killed server answers again: a short wait, and the start of its database. */
const BACK_WITHIN_MS = 45_000;

/** The server's process, as the lock of its database names it. */
async function serverProcess({ stateDir }: Product): Promise<number> {
  const { pid }: { pid: number } = JSON.parse(await readFile(join(stateDir, 'data.lock'), 'utf8'));
  return pid;
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 'no answer',
  );

test('a killed server comes back by itself under an open page, and the draw that was tapped meanwhile is made once', async ({
  nativeApp,
  households,
  product,
  guard,
}) => {
  // What the page asks for when it is idle may fall into the time without a server.
  guard.expectFailedLoads(new RegExp(`^${product.apiUrl}/`), /\/integrity\//, /\/assets\//);
  const household = households.eligible;
  await onlyDraw(product, 4);
  const before = await ledgerOf(product, household);
  const { page, open } = await nativeApp('android', household);
  await open('/draw');
  await seesRemaining(page, before.left);
  await leaveMark(page);

  const { remotes } = await servedRegistry(product);
  const killed = await serverProcess(product);
  process.kill(killed, 'SIGKILL');
  await spinButton(page).click();
  await expect(toastOn(page)).toHaveText(drawWords['draw.wheel.unknown.toast'], { timeout: 15_000 });
  for (const url of [remotes['draw']?.entry ?? '', product.appUrl])
    expect([url, await statusOf(url)]).toEqual([url, 200]);

  await expect.poll(() => statusOf(`${product.apiUrl}/health`), { timeout: BACK_WITHIN_MS }).toBe(200);
  expect(await serverProcess(product)).not.toBe(killed);
  await spin(page);
  await expect(resultOn(page)).toContainText(drawWords['draw.gift.4']);
  await closeDialog(page);
  await seesRemaining(page, before.left - 1);
  expect(await hasMark(page)).toBe(true);
  const after = await ledgerOf(product, household);
  expect([after.left, after.prizes.length]).toEqual([before.left - 1, before.prizes.length + 1]);
});
