import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { answerCode } from '@fridge/shared-contracts';
import type { TrackedEvent } from '@fridge/shared-contracts/page';
import { freeHostPort } from '../../ops/src/product/ports.ts';
import { workOn } from '../contest/work-form.ts';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { installClock, SWITCHES_POLL_MS } from '../fixtures/page-clock.ts';
import { seesTheCouponOnce, winTheCoupon } from '../fixtures/win-the-coupon.ts';
import { uploadsAndIsApproved, winsAPrize } from '../production/customer-stories.ts';
import { LEVEL } from '../production/environment.ts';
import { openFront } from '../production/front.ts';
import { customer, exportedLines } from '../production/household.ts';
import { buildNextGuest, buildNextMajor } from '../production/next-major.ts';
import type { Site } from '../production/site.ts';
import { test } from '../production/story.ts';
import { campaignWords, contestWords, drawWords, fill, hostWords } from '../words.ts';

// One site from its first start on: each story goes on where the one before ended.
test.describe.configure({ mode: 'serial' });
test.beforeEach(({ prepared }) => test.skip(prepared === null, 'No PostgreSQL is installed.'));

const couponPage = 'https://coupon.example/fridge';
const open = { start: null, end: '2099-12-31T23:59:59+08:00' };
const settings = { couponPage, windows: { campaign2023: open, contest: open } };
const because = ['--as', '王梅', '--why', '上线'];
const carrier = '顺丰速运';
const trackingNumber = 'SF1234567890123';

const itsFields = ({ remotes }: Pick<Site, 'remotes'>): string[] => [
  '--remotes',
  [...new Set(remotes.map(({ name }) => name))].join(),
  '--origins',
  remotes.map(({ url }) => new URL(url).origin).join(),
];

test('operators set an empty database up: migrated, configured, a team registered that publishes four remotes, a household imported', async ({
  site,
}) => {
  test.slow(); // some twenty commands, each a process
  const lacking = await site.program('check-config');
  expect(lacking.code, lacking.output).toBe(1);
  expect(lacking.output).toContain('migrate');
  const migrated = await site.program('migrate');
  expect(migrated.code, migrated.output).toBe(0);
  const checked = await site.program('check-config');
  const onlyHere = 'names this machine, which no user reaches'; // the browser is on it
  expect(checked.output).toBe(`PUBLIC_HOST_ORIGIN: ${onlyHere}\nPUBLIC_API_ORIGIN: ${onlyHere}\n`);
  await site.serve();

  const settingsFile = join(site.desk, 'settings.json');
  await writeFile(settingsFile, JSON.stringify(settings));
  await site.ops('config', 'apply', 'settings', settingsFile, '--expect', '1', ...because);
  await site.ops('team', 'add', 'fridge', ...itsFields(site), '--key', site.teamKey, ...because);
  const published = await Promise.all(
    site.remotes.map(({ name, url }) => site.remoteKit(name, 'publish', '--api', site.apiUrl, '--url', url)),
  );
  site.remotes.forEach(({ name, url }, index) =>
    expect(published[index]).toMatch(new RegExp(`${name} \\S+ is published: .*, served from ${url}`)),
  );
  const households = join(site.desk, 'households.jsonl');
  await writeFile(households, exportedLines(customer));
  await site.ops('households', 'import', households, ...because);
  await site.ops('draw', 'set', String(LEVEL), '--weight', '1', '--stock', '5', '--confirm', ...because);
  await site.ops('draw', 'set', '0', '--weight', '0', '--confirm', ...because);
  await site.ops('coupons', 'set', 'coupon', '--cap', '1000', '--daily-cap', '100', ...because);
  expect(await site.ops('settings', 'check')).toMatch(/^set:\n  couponPage\n  windows\.campaign2023/m);
  const status = await site.ops('status');
  expect(status.match(/files as registered/g)).toHaveLength(site.remotes.length);
  expect(status).not.toMatch(/^!/m);
});

test('a user answers the question and takes the coupon', async ({ site, app }) => {
  await app.open('/');
  await winTheCoupon(app.page);
  await expect.poll(app.opened).toEqual([couponPage]);
  await app.open('/prize');
  await seesTheCouponOnce(app.page);
  expect(await site.ops('coupons', 'list')).toMatch(/coupon/);
});

test('shares the activity for a chance, turns the wheel, wins and says where the prize goes', ({ app }) =>
  winsAPrize(app));

test('uploads a photo, which a reviewer approves', ({ app, site, newContext }) =>
  uploadsAndIsApproved(app, { site, newContext }));

test('an operator ships the prize, and the user sees its number', async ({ app, site }) => {
  const csv = join(site.desk, 'to-ship.csv');
  await site.ops('prizes', 'recipients', '--state', 'toShip', '--csv', csv, ...because);
  const { prizes } = JSON.parse(await site.ops('prizes', 'list', '--state', 'toShip', '--json'));
  expect(prizes).toHaveLength(1);
  await site.ops('prizes', 'ship', prizes[0].id, carrier, trackingNumber, ...because);

  await app.open('/prize');
  const card = app.page.getByRole('article', { name: drawWords[`draw.gift.${LEVEL}`] });
  await expect(card).toContainText(fill(drawWords['draw.prize.carrier'], { carrier }));
  await expect(card).toContainText(fill(drawWords['draw.prize.trackingNumber'], { trackingNumber }));
});

test('metrics, commands and log tell what happened; nothing of the demonstration is there', async ({ site }) => {
  for (const name of ['login', 'households']) {
    const answer = await fetch(`${site.apiUrl}/demo/${name}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
  }
  const read = async () => (await fetch(`${site.operationsUrl}/metrics`)).text();
  await expect.poll(read).toMatch(/^fridge_opens_total\{remote="draw",release="[^"]+"\} \d+$/m); // a moment after the page
  const metrics = await read();
  expect(metrics).toMatch(/^fridge_grants_total\{pool="coupon",outcome="granted"\} 1$/m);
  expect(metrics).toMatch(new RegExp(`^fridge_draws_total\\{level="${LEVEL}"\\} 1$`, 'm'));
  expect(metrics).toMatch(new RegExp(`^fridge_prizes_left\\{level="${LEVEL}"\\} 4$`, 'm'));
  expect(metrics).toMatch(/^fridge_uploads_total\{outcome="kept"\} 1$/m);

  const user = await site.ops('users', 'show', customer.mobile, ...because);
  for (const part of [customer.userId, 'F20001', 'shipped', trackingNumber, 'approved']) expect(user).toContain(part);
  expect(user).not.toContain(customer.mobile);
  expect(await site.ops('draw', 'verify')).toMatch(/^checked +1\nnotKept +0$/m);
  const history = await site.ops('history', '--json');
  for (const command of ['households import', 'prizes recipients', 'prizes ship', 'users show'])
    expect(history).toContain(command);

  for (const personal of [customer.mobile, customer.nickName, '中山路']) expect(site.log()).not.toContain(personal);
  expect(site.log()).not.toMatch(/"level":[45]0/);
});

test('a window that an operator ends by mistake is ended within seconds, and open again with the former settings', async ({
  app,
  site,
}) => {
  const version = async () => JSON.parse(await site.ops('config', 'show', 'settings', '--json'));
  const before = await version();
  const file = join(site.desk, 'mistake.json');
  await site.ops('config', 'show', 'settings', '--file', file);
  const ended = { ...open, end: '2023-08-31T23:59:59+08:00' };
  const mistake = { serial: before.serial, ...settings, windows: { ...settings.windows, campaign2023: ended } };
  await writeFile(file, JSON.stringify(mistake));
  await site.ops('config', 'apply', 'settings', file, '--as', '李强', '--why', '一周后结束');

  const opensWith = (words: string) =>
    expect(async () => {
      await app.open('/open');
      await expect(app.page.getByRole('heading', { level: 1 })).toHaveText(words, { timeout: 2_000 });
    }).toPass({ timeout: 10_000 });
  await opensWith(hostWords['host.ended.title']);
  const { events } = JSON.parse(await site.ops('history', '--about', 'settings', '--limit', '1', '--json'));
  await site.ops('undo', String(events[0].id), ...because);
  await opensWith(campaignWords['campaign.guide.heading']);
  const after = await version();
  expect(after.serial).toBe(before.serial + 2);
  expect(after.document).toBe(before.document);
  expect(await site.ops('history', '--about', 'settings')).toContain('李强');
});

test('a host of the next major version takes over while releases for both are there, and the former one comes back: open pages go on', async ({
  site,
  newContext,
}) => {
  test.slow(); // builds a host and a server
  const dist = join(site.desk, 'next-contest');
  const [next] = await Promise.all([buildNextMajor(site.release), buildNextGuest(dist)]);
  const address = await site.serveFiles(dist);
  await site.ops(
    'team',
    'set',
    'fridge',
    ...itsFields({ ...site, remotes: [...site.remotes, { name: 'contest', url: address }] }),
    ...because,
  );
  await site.ops('publish', address, ...because); // ahead: nobody gets it yet
  expect(await site.ops('host', 'check', site.hostUrl, 'contest')).toMatch(/^contest .* (\d) of \1 open$/m);
  const nextUrl = await site.serveBeside(next.main, next.hostFiles);
  const front = await openFront(await freeHostPort(), site.hostUrl);

  const context = await newContext();
  const events = new Map<string, TrackedEvent>(); // a page may send one again
  await context.route(`${site.apiUrl}/**`, async (route) => {
    const request = route.request();
    if (request.url().endsWith('/track') && request.method() === 'POST')
      for (const event of request.postDataJSON().events) events.set(event.id, event);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
    };
    await route.fulfill({ headers, json: { code: answerCode.success, msg: '', data: null } });
  });
  const openWorks = async (words: string) => {
    const page = await context.newPage();
    await installClock(page);
    await page.goto(`${front.url}/works`);
    await expect(page).toHaveTitle(words);
    await leaveMark(page);
    return page;
  };
  const [former, later] = [contestWords['contest.works.docTitle'], '/works'];
  const ofFormer = await openWorks(former);
  front.leadTo(nextUrl);
  await goesOn(ofFormer, former);
  const ofNext = await openWorks(later);
  front.leadTo(site.hostUrl);
  await goesOn(ofNext, later);
  await goesOn(ofFormer, former);
  await openWorks(former);
  const told = () => [...events.values()];
  const opens = () => told().flatMap((event) => (event.event === 'open' ? [event.version.replace(/\+.*/, '')] : []));
  await expect.poll(() => opens().filter((version) => version === '10.0.0')).toHaveLength(2);
  await expect.poll(opens).toHaveLength(6);
  // A poll that is under way while the page's clock is moved on may have its limit.
  expect(told().filter((event) => event.event === 'failure' && event.phase !== 'registry')).toEqual([]);
  front.close();
});

/** Through the hall, whose code the page lacks, after a look at the switches. */
async function goesOn(page: Page, words: string): Promise<void> {
  const polled = page.waitForResponse(/switches\.json/);
  await page.clock.fastForward(SWITCHES_POLL_MS);
  expect((await polled).status()).toBe(200);
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
  await page.locator('a[href="/works"]').click();
  await expect(page).toHaveTitle(words);
  expect(await hasMark(page)).toBe(true);
}

test('the author sees the approval once it can no longer be undone', async ({ app }) => {
  await expect(async () => {
    await app.open('/works');
    const status = workOn(app.page, '周末的冰箱').getByText(contestWords['contest.status.1']);
    await expect(status).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
});
