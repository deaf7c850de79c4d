import type { Page, Route } from '@playwright/test';
import { earnDraws, ledgerOf } from '../../draw/chances.ts';
import { issuedPrizes, onlyDraw } from '../../draw/operator.ts';
import {
  busyButton,
  closeDialog,
  drawCall,
  drawnRotation,
  isDraw,
  recordDraws,
  resultOn,
  seesRemaining,
  spin,
  spinButton,
  underThePointer,
} from '../../draw/wheel.ts';
import { createGate } from '../../fixtures/gate.ts';
import { installClock } from '../../fixtures/page-clock.ts';
import { expect, test } from '../../fixtures/story.ts';
import type { Household } from '../../households.ts';
import type { Product } from '../../product/run-product.ts';
import { dialogOn, toastOn } from '../../screen.ts';
import { commonWords, drawWords, hostWords } from '../../words.ts';

test.beforeEach(async ({ product, guard }) => {
  await onlyDraw(product, 4);
  guard.expectFailedLoads(/\/AnnualDraw21\/draw$/);
});

const readable = { 'access-control-allow-origin': '*' };

type Failure = {
  what: string;
  by: (route: Route) => Promise<void>;
  /** The server made the draw; only its answer was lost. */
  made: boolean;
  told: string;
  /** The toast appears once the page's clock is so much further on, milliseconds. */
  afterMs?: number;
};

const failures: readonly Failure[] = [
  {
    what: 'a server error',
    made: false,
    told: drawWords['draw.wheel.unknown.toast'],
    by: (route) => route.fulfill({ status: 500, headers: readable, body: 'Internal Server Error' }),
  },
  {
    what: "the server's own fault",
    made: false,
    told: commonWords['common.fallback.toast'],
    by: (route) => route.fulfill({ headers: readable, json: { code: 500, msg: '', data: null } }),
  },
  {
    what: "a proxy's page in place of the answer",
    made: true,
    told: drawWords['draw.wheel.unknown.toast'],
    by: async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, headers: readable, contentType: 'text/html', body: '<h1>一等奖：冷柜</h1>' });
    },
  },
  {
    what: 'a network cut behind the draw',
    made: true,
    told: drawWords['draw.wheel.unknown.toast'],
    by: async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
  },
  {
    what: 'no answer for 10 seconds',
    made: true,
    told: drawWords['draw.wheel.unknown.toast'],
    by: async (route) => void (await route.fetch()),
    afterMs: 10_000,
  },
];

for (const { what, by, made, told, afterMs } of failures) {
  test(`${what}: the wheel stops without a prize, and the next tap goes on with the same draw`, async ({
    nativeApp,
    households,
    product,
  }) => {
    const household = households.eligible;
    const before = await ledgerOf(product, household);
    const app = await nativeApp('ios', household);
    const { page } = app;
    if (afterMs !== undefined) await installClock(page);
    const ids = recordDraws(page);
    await app.open('/draw');
    await seesRemaining(page, before.left);
    const atRest = await drawnRotation(page);

    await page.route(drawCall, by);
    const recounted = page.waitForRequest(/getSurplusNum$/);
    const sent = page.waitForRequest(isDraw);
    await spinButton(page).click();
    await expect(busyButton(page)).toBeVisible();
    if (afterMs !== undefined) {
      await sent;
      await page.clock.fastForward(afterMs);
    }
    await expect(toastOn(page)).toHaveText(told);
    await recounted;
    await expect(spinButton(page)).toBeEnabled();
    await expect(dialogOn(page)).toHaveCount(0);
    expect(await drawnRotation(page)).toBe(atRest);
    expect(await page.locator('body').innerText()).not.toContain(drawWords['draw.result.win.title']);
    await seesRemaining(page, before.left - (made ? 1 : 0));

    await page.unroute(drawCall);
    await spin(page);
    await expect(resultOn(page)).toContainText(drawWords['draw.gift.4']);
    await closeDialog(page);
    expect(await underThePointer(page)).toEqual({ segment: 6, label: drawWords['draw.gift.4'] });
    await seesRemaining(page, before.left - 1);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).toBe(ids[0]);
    await seesOneDrawMore(product, household, before);
  });
}

/** The way out of a page and back onto it, while its wheel turns. */
const departures: Record<string, (page: Page) => Promise<unknown>> = {
  'a reload': (page) => page.reload(),
  'back and in again': async (page) => {
    await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
    await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
    await page.goForward();
  },
};

for (const [how, leave] of Object.entries(departures)) {
  for (const answered of [true, false]) {
    test(`${how} in mid-spin, ${answered ? 'with' : 'without'} an answer: the next tap shows the same draw, for one chance`, async ({
      nativeApp,
      households,
      product,
    }) => {
      const household = households[answered ? 'withoutRealName' : 'eligibleSubBrand'];
      await earnDraws(product, household);
      const before = await ledgerOf(product, household);
      const issued = await issuedPrizes(product);
      const app = await nativeApp('android', household);
      const { page } = app;
      const ids = recordDraws(page);
      await app.open('/default');
      await page.getByRole('link', { name: drawWords['host.default.draw.desc'] }).click();
      await seesRemaining(page, before.left);

      const gate = createGate();
      if (!answered) await page.route(drawCall, () => gate.opened);
      const sent = page.waitForRequest(isDraw);
      const reply = answered ? page.waitForResponse((response) => isDraw(response.request())) : sent;
      await spinButton(page).click();
      await reply;
      await expect(busyButton(page)).toBeVisible();
      await page.unroute(drawCall);
      await leave(page);
      gate.open();

      await expect(spinButton(page)).toBeEnabled();
      await expect(dialogOn(page)).toHaveCount(0);
      await spin(page);
      await expect(resultOn(page)).toContainText(drawWords['draw.gift.4']);
      await closeDialog(page);
      expect(await underThePointer(page)).toEqual({ segment: 6, label: drawWords['draw.gift.4'] });
      await seesRemaining(page, before.left - 1);
      expect(new Set(ids).size).toBe(1);
      await seesOneDrawMore(product, household, before);
      expect(await issuedPrizes(product)).toBe(issued + 1);

      await page.reload();
      await seesRemaining(page, before.left - 1);
      await expect(dialogOn(page)).toHaveCount(0);
      expect(ids).toHaveLength(2);
    });
  }
}

async function seesOneDrawMore(
  product: Product,
  household: Household,
  before: { left: number; prizes: string[] },
): Promise<void> {
  const after = await ledgerOf(product, household);
  expect(after.left).toBe(before.left - 1);
  expect(after.prizes).toHaveLength(before.prizes.length + 1);
}
