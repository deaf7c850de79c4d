import { expect } from '@playwright/test';
import { spinButton } from '../draw/wheel.ts';
import { uploadsAndIsApproved, winsAPrize } from '../production/customer-stories.ts';
import { hostWords, reportWords } from '../words.ts';
import { customer } from './customers.ts';
import { test } from './story.ts';

test('shares the activity for a chance, turns the wheel, wins and says where the prize goes', ({ app }) =>
  winsAPrize(app));

test('uploads a photo, which a reviewer approves', ({ app, site, newContext }) =>
  uploadsAndIsApproved(app, { site, newContext }));

test('sees the year in the report, once operators have imported it', async ({ app, site }) => {
  const { fridgeId } = customer.fridges[0] ?? { fridgeId: '' };
  const report = { fridgeId, registerTime: '2021-05-01', yearOpenNum: 2310, earliestOpenTime: '06:12' };
  await site.web1.write('/root/reports.jsonl', `${JSON.stringify(report)}\n`);
  await site.ops('report', 'import', '/root/reports.jsonl');
  await app.open('/yearReport');
  await expect(app.page.getByText(reportWords['report.landing.sub'], { exact: true })).toBeVisible();
});

test('operators switch an activity off and on again, and open pages follow', async ({ app, site }) => {
  const { page } = app;
  await site.ops('off', 'draw', '--as', '王梅', '--why', '规则有误');
  await expect(async () => {
    await app.open('/draw');
    await expect(page.getByText(hostWords['host.offline.desc'])).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  await site.ops('on', 'draw', '--as', '王梅', '--why', '规则已改');
  await expect(async () => {
    await app.open('/draw');
    await expect(spinButton(page)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
});
