import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Machine } from '../../deploy/src/machines/machine.ts';
import { workOn } from '../contest/work-form.ts';
import { spinButton } from '../draw/wheel.ts';
import { seesTheCouponOnce } from '../fixtures/win-the-coupon.ts';
import { LEVEL } from '../production/environment.ts';
import { drawWords } from '../words.ts';
import { crowd } from './customers.ts';
import { type Failure, type Load, startLoad } from './load.ts';
import { addSecondMachine, leadNamesTo } from './second-machine.ts';
import type { Site } from './site.ts';
import { test } from './story.ts';

test.describe.configure({ mode: 'serial' });

/** Of `deploy/keepalived/keepalived.conf`: first `web1`'s, then `web2`'s. */
const FIRST_ADDRESS = '10.77.0.101';
const SECOND_ADDRESS = '10.77.0.102';
const holds = async (machine: Machine, address: string) =>
  (await machine.sh('ip -4 -brief address show dev eth0')).includes(`${address}/`);
const secondOf = async (site: Site): Promise<Machine> => {
  const web2 = (await site.machines()).find(({ name }) => name === 'web2');
  if (web2 === undefined) throw new Error('There is no machine web2.');
  return web2;
};

/** A move of an address; times are ms since the epoch. */
type Move = {
  /** When the machine that gave it up still held it. */
  readonly from: number;
  /** When the other one held it. */
  readonly until: number;
  /** Connections to it that were open when it moved. */
  readonly connections: number;
};

async function untilMoved(address: string, machines: { from: Machine; to: Machine }): Promise<Move> {
  let from = Date.now();
  await expect(async () => {
    const now = Date.now();
    if (await holds(machines.from, address)) from = now;
    expect(await holds(machines.to, address)).toBe(true);
  }).toPass({ timeout: 90_000, intervals: [100] });
  const until = Date.now();
  // Nobody tells the machine that gave the address up that they are gone.
  const open = await machines.from.sh(`ss -Hnt state established src ${address}`);
  return { from, until, connections: open.split('\n').filter(Boolean).length };
}

/** `fetch` closes a connection that was idle for 4 s, by a clock of seconds; others are new, to the right machine. */
const KEPT_OPEN_MS = 5_000;

/**
 * An address that moves takes no connection along. Each that was open is reset with the request that is under way by
 * it, or is sent by it next: that one alone fails, it is served when it is sent again, and what was answered holds.
 * @returns how many draws were done
 */
async function expectOneFailureForEachConnection(load: Load, move: Move): Promise<number> {
  await sleep(KEPT_OPEN_MS + 1_000); // what fails later fails the story
  const { requests, failures, draws } = await load.stop();
  const isReset = ({ startedAt, endedAt, why }: Failure) =>
    why.includes('ECONNRESET') && endedAt >= move.from && startedAt <= move.until + KEPT_OPEN_MS;
  const others = failures.filter((failure) => !isReset(failure));
  expect(others, `of ${requests} requests, with ${JSON.stringify(move)}`).toEqual([]);
  expect(failures.length).toBeLessThanOrEqual(move.connections);
  for (const { again } of failures) await again();
  for (const { told, again } of draws) expect(await again()).toEqual(told);
  return draws.length;
}

test('a site engineer makes two machines of one, with a database and a bucket that they share', async ({ site }) => {
  test.setTimeout(300_000); // two machines are set up, and one moves its data
  const { web2 } = await addSecondMachine(site);
  await expect.poll(() => holds(site.web1, FIRST_ADDRESS), { timeout: 30_000 }).toBe(true);
  await expect.poll(() => holds(web2, SECOND_ADDRESS), { timeout: 30_000 }).toBe(true);
  await leadNamesTo(site, FIRST_ADDRESS, SECOND_ADDRESS);
  expect(await site.ops('status')).not.toMatch(/^!/m);
});

test('what users had is there: coupon, prize, work with its picture', async ({ app }) => {
  await app.open('/prize');
  await seesTheCouponOnce(app.page);
  await expect(app.page.getByRole('article', { name: drawWords[`draw.gift.${LEVEL}`] })).toContainText('中山路1号');
  await app.open('/works');
  const picture = workOn(app.page, '周末的冰箱').locator('img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('users come to both machines, and a change on one counts on the other', async ({ site }) => {
  const web2 = await secondOf(site);
  const load = startLoad(site);
  await site.ops('off', 'draw', '--as', '王梅', '--why', '规则有误');
  const isOn = async (address: string): Promise<unknown> => {
    const registry = await web2.sh(`curl -sS --insecure --connect-to '::${address}:' ${site.hostUrl}/remotes.json`);
    return JSON.parse(registry).remotes.draw.enabled;
  };
  for (const address of [FIRST_ADDRESS, SECOND_ADDRESS])
    await expect.poll(() => isOn(address), { timeout: 10_000 }).toBe(false);
  await site.ops('on', 'draw', '--as', '王梅', '--why', '规则已改');
  expect((await load.stop()).failures).toEqual([]);
});

test('a machine loses its power: the open page goes on, and so do calls, through the other one', async ({
  site,
  app,
}) => {
  await app.open('/draw');
  await expect(spinButton(app.page)).toBeVisible();
  await site.web1.kill();
  // A screen of the page that is open, with calls of its own.
  await expect(async () => {
    await app.page.goto(`${site.hostUrl}/prize`, { timeout: 5_000 });
    await seesTheCouponOnce(app.page);
  }).toPass({ timeout: 30_000 });
  const web2 = await secondOf(site);
  await expect.poll(() => holds(web2, FIRST_ADDRESS), { timeout: 30_000 }).toBe(true);
  const load = startLoad(site);
  await app.open('/draw');
  await expect(spinButton(app.page)).toBeVisible();
  const { requests, failures } = await load.stop();
  expect(failures, `of ${requests} requests`).toEqual([]);
});

test('back again it takes its address: each connection that was open to it fails once, and no draw is lost', async ({
  site,
}) => {
  const web2 = await secondOf(site);
  // By one on: who draws has a chance still, after the stories before.
  const load = startLoad(site, [...crowd.slice(1), ...crowd.slice(0, 1)]);
  await site.web1.powerOn();
  const move = await untilMoved(FIRST_ADDRESS, { from: web2, to: site.web1 });
  await site.web1.sh('systemctl is-active fridge@1 fridge@2 nginx');
  expect(await expectOneFailureForEachConnection(load, move)).toBeGreaterThan(0);
});

test('a site engineer takes it out for a while, with no more than that', async ({ site }) => {
  const web2 = await secondOf(site);
  const load = startLoad(site);
  const moving = untilMoved(FIRST_ADDRESS, { from: site.web1, to: web2 });
  const [move] = await Promise.all([moving, site.web1.sh('systemctl stop keepalived')]);
  await expectOneFailureForEachConnection(load, move);
  await site.web1.sh('systemctl start keepalived');
});

test('every draw was counted once, on whichever machine', async ({ site }) => {
  expect(await site.ops('draw', 'verify')).toMatch(/^checked +\d+\nnotKept +0$/m);
});
