import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AnswerTo } from '@fridge/server/commands/run';
import { askServer } from '../../ops/src/ask-server.ts';
import { runCli } from '../../ops/src/commands/run-cli.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/story.ts';
import type { Product } from '../product/run-product.ts';

// Review queue and decisions belong to the whole product.
test.use({ productName: 'the review page' });
test.describe.configure({ mode: 'default' });

/** The demonstration's own work that waits for review. */
const WAITING = 'demopending';
const desk = { viewport: { width: 1280, height: 800 } };

/** The demonstration's own work that is approved. */
const APPROVED = 'demoapproved';
async function work({ stateDir }: Product, id = WAITING) {
  const asked = { command: 'works show', fields: { id }, by: 'story' };
  const { answer } = await askServer(join(stateDir, 'operator.sock'), asked);
  return answer as AnswerTo<'works show'>; // parsed by this command's schema
}

/** Prints a link as an operator would. */
async function link({ stateDir, hostUrl }: Product, name: string): Promise<string> {
  const { code, output } = await runCli(['works', 'review', '--as', name], {
    env: { STATE_DIR: stateDir, PORT: new URL(hostUrl).port },
  });
  expect(code, output).toBe(0);
  return /http:\S+/.exec(output)?.[0] ?? '';
}

async function enter(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: '进入审核' }).click();
  await expect(page.getByText(`审核人：${name}`)).toBeVisible();
}

async function begin(page: Page, product: Product, name: string): Promise<void> {
  await enter(page, await link(product, name), name);
  // Chosen: another reviewer may look at it.
  await page.goto(new URL(`/?work=${WAITING}`, page.url()).href);
  await expect(page.getByRole('heading', { name: '图片分享' })).toBeVisible();
}

/** The page hears keys, and takes none of them for a second press of the page before. */
const settled = (page: Page) => expect(page.locator('body.arriving')).toHaveCount(0);

test('nothing is sent to an author by a slip of the keyboard', async ({ newContext, product }) => {
  const page = await (await newContext(desk)).newPage();
  await begin(page, product, '王梅');
  const reason = page.getByLabel('未通过原因');
  await settled(page);

  for (const keys of ['Shift+a', 'Alt+a', 'Meta+a']) await page.keyboard.press(keys);
  await page.keyboard.press('r');
  for (const key of ['a', 'r', 'u', 'j', '3', '4']) await page.keyboard.press(key);
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue('图片中含有他人水印，请使用原创图片');
  for (const slip of ['1', '  ', '模', 'rr', '12 34。']) {
    await reason.fill(slip);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: '确认不通过' }).click();
    expect(await reason.evaluate((field: HTMLTextAreaElement) => field.validationMessage)).toContain('作者');
  }
  expect((await work(product)).status).toBe('pending');

  // A second press may meet the page that the first one led to.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
      document.querySelector<HTMLButtonElement>('button.approve')?.click();
    }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: '图片分享' })).toBeVisible();
  expect((await work(product)).status).toBe('pending');

  // Until the next page comes, the former one has no shortcuts.
  await settled(page);
  const opened = await page.evaluate(() => {
    const next = Object.assign(document.createElement('a'), { href: '/decided' });
    next.setAttribute('aria-keyshortcuts', 'j');
    document.body.append(next);
    for (const key of ['j', 'a', 'r']) document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return document.querySelector('details')?.open;
  });
  expect(opened).toBe(false);
  await expect(page).toHaveURL(/\/decided$/);
  expect((await work(product)).status).toBe('pending');
});

test('an operator looks at a work and rejects it with the keyboard; the second reviewer is told', async ({
  newContext,
  product,
}) => {
  const [first, second] = [await (await newContext(desk)).newPage(), await (await newContext(desk)).newPage()];
  await begin(first, product, '王梅');
  await begin(second, product, '李强');

  const large = first.locator('.large img');
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(1_000);
  const shown = await large.getAttribute('src');
  await first.keyboard.press('ArrowRight');
  await expect(large).not.toHaveAttribute('src', shown ?? '');
  await expectAccessible(first, 'the queue');

  await settled(first);
  await first.keyboard.press('a');
  await expect(first.getByRole('button', { name: '撤销' })).toBeVisible();
  await expectAccessible(first, 'what was just decided');
  await first.keyboard.press('u');
  await expect(first.getByRole('status')).toContainText('回到待审核');
  await expect(first.getByRole('button', { name: '撤销' })).toHaveCount(0);

  const reason = first.getByLabel('未通过原因');
  await settled(first);
  await first.keyboard.press('r');
  await first.keyboard.press('2');
  await expect(reason).toHaveValue('内容与作品主题不符，请修改后重新提交');
  await first.keyboard.press('Escape');
  await expect(reason).toBeHidden();
  await first.locator('summary').click();
  await first.keyboard.press('1');
  await expect(reason).toHaveValue('图片不够清晰，请更换后重新提交');
  await expectAccessible(first, 'the reasons');
  await first.keyboard.press('Control+Enter');
  await expect(first.getByRole('status')).toContainText('未通过，用户会看到原因');
  await expect(first.getByRole('heading', { name: '都审完了' })).toBeVisible();
  expect(await work(product)).toMatchObject({ status: 'rejected', mark: '图片不够清晰，请更换后重新提交' });

  await second.keyboard.press('a');
  await expect(second.getByRole('status')).toContainText(/晚了一步：王梅已在\d\d:\d\d退回了这件作品/);
  await second.getByRole('link', { name: '审核记录' }).click();
  await expect(second.getByRole('listitem').filter({ hasText: WAITING })).toContainText('未通过 · 王梅');
  await expectAccessible(second, 'what was decided');
  expect((await work(product)).decisions.map(({ decision }) => decision)).toEqual(['rejected', 'undone', 'approved']);
});

test('an operator gives an approved work a prize with the keyboard, and its author finds it among the prizes', async ({
  newContext,
  product,
  nativeApp,
  listedHouseholds,
}) => {
  const page = await (await newContext(desk)).newPage();
  await enter(page, await link(product, '王梅'), '王梅');
  await page.getByRole('link', { name: '审核记录' }).click();
  await page.getByRole('link', { name: '为《青柠香煎三文鱼》颁发奖品' }).click();
  await expect(page.getByRole('heading', { name: '青柠香煎三文鱼' })).toBeVisible();

  const prizes = page.getByRole('group', { name: '选择奖品' });
  await settled(page);
  await page.keyboard.press('p');
  await expect(prizes.getByRole('radio')).toHaveCount(6);
  await expect(prizes.getByRole('radio', { name: /一等奖 冷柜 还剩\d+份/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(prizes).toBeHidden();
  await page.locator('summary').click();
  await page.keyboard.press('Control+Enter');
  expect((await work(product, APPROVED)).prize).toBe(0);
  await page.keyboard.press('4');
  await expect(prizes.getByRole('radio', { name: /四等奖 NFC食材夹/ })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(prizes.getByRole('radio', { name: /五等奖 购物卡/ })).toBeChecked();
  await page.keyboard.press('4');
  await expectAccessible(page, 'the prizes');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status')).toContainText('已为《青柠香煎三文鱼》颁发四等奖');
  await expect(page.getByText('已颁发：四等奖 · NFC食材夹')).toBeVisible();
  await expectAccessible(page, 'a work with a prize');
  const given = await work(product, APPROVED);
  expect(given).toMatchObject({ decisions: [{ decision: 'prize', reason: '4', by: '王梅' }, {}] });

  const app = await nativeApp('ios', listedHouseholds.eligible);
  await app.open('/prize');
  await expect(app.page.getByText('NFC食材夹')).toBeVisible();
});

test('a foreign page reaches nothing, even in the browser of a reviewer, and a link opens once', async ({
  newContext,
  product,
  guard,
}) => {
  guard.expect(/blocked by CORS/, /violates the following Content Security Policy/, /Framing/);
  const context = await newContext(desk);
  const page = await context.newPage();
  const used = await link(product, '王梅');
  await enter(page, used, '王梅');
  const before = await work(product);

  // The stand-in app's origin, on this very machine: the same site, another origin.
  const foreign = await context.newPage();
  await foreign.goto(`${product.appUrl}/download.html`);
  const review = new URL(used).origin;
  guard.expectFailedLoads(new RegExp(`^${review}/`));
  const reached = await foreign.evaluate(
    async ({ origin, id }) => {
      const body = new URLSearchParams({ id, revision: '1' });
      const tries = [
        fetch(`${origin}/`, { credentials: 'include' }).then((answer) => answer.text()),
        fetch(`${origin}/approve`, { method: 'POST', body, credentials: 'include' }).then((answer) => answer.text()),
        fetch(`${origin}/approve`, { method: 'POST', body, credentials: 'include', mode: 'no-cors' }).then((answer) =>
          answer.text(),
        ),
      ];
      return (await Promise.allSettled(tries)).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : ''));
    },
    { origin: review, id: WAITING },
  );
  expect(reached).toEqual(['', '', '']);
  expect(await work(product)).toEqual(before);

  const stranger = await (await newContext(desk)).newPage();
  await stranger.goto(used);
  await expect(stranger.getByRole('heading', { name: '请用新的链接打开' })).toBeVisible();
  await expectAccessible(stranger, 'a used link');
});
