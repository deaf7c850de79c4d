import { expect } from '@playwright/test';
import { hostWords, campaignWords } from '../words.ts';
import { because, settings } from './first-steps.ts';
import { type Load, startLoad } from './load.ts';
import type { Site } from './site.ts';
import { test } from './story.ts';

// Users come all the time, whatever operators and site engineers do.
let load: Load;
test.beforeEach(({ site }) => {
  load = startLoad(site);
});
test.afterEach(async () => {
  const { requests, failures } = await load.stop();
  expect(failures, `of ${requests} requests`).toEqual([]);
  expect(requests).toBeGreaterThan(0);
});

const startsOf = ({ web1 }: Site) => web1.sh("systemctl show --property=MainPID --value 'fridge*.service'");

/** Of each program that runs, by its metrics. */
const versionsOf = async ({ web1 }: Site) => {
  const metrics = await web1.sh('for port in 4191 4192 4292; do curl -sS http://127.0.0.1:$port/metrics; done');
  return [...metrics.matchAll(/^fridge_build_info\{version="([^"]+)"/gm)].map(([, version]) => version);
};

test('the programs are restarted one after the other, and no user notices', async ({ site }) => {
  const before = await startsOf(site);
  await site.web1.sh('fridge restart');
  expect(await startsOf(site)).not.toBe(before);
});

test('a setting that is wrong is named before anything restarts', async ({ site }) => {
  const before = await startsOf(site);
  await site.web1.sh(
    'cp -a /etc/fridge/fridge.env /root/ && echo RATE_LIMIT_PER_MINUTE=many >> /etc/fridge/fridge.env',
  );
  const refused = await site.web1.run('fridge restart');
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('RATE_LIMIT_PER_MINUTE: a whole number');
  expect(refused.output).toContain('nothing was restarted');
  expect(await startsOf(site)).toBe(before);
});

test('restarted with it all the same, one program stays down, the other serves, and taken back both do', async ({
  site,
}) => {
  const restarted = await site.web1.run('timeout 30 systemctl restart fridge@1');
  expect(restarted.code).not.toBe(0);
  expect(await site.web1.sh('journalctl --unit fridge@1 --lines 20')).toContain('RATE_LIMIT_PER_MINUTE');
  await site.web1.sh('mv /root/fridge.env /etc/fridge/fridge.env && fridge restart');
  expect(await site.web1.sh('systemctl is-active fridge@1 fridge@2 fridge-operations')).toBe('active\nactive\nactive');
});

test('an operator ends a window by mistake, and takes it back', async ({ site, app }) => {
  const { serial } = JSON.parse(await site.ops('config', 'show', 'settings', '--json'));
  const ended = { start: null, end: '2023-08-31T23:59:59+08:00' };
  const mistake = { serial, ...settings, windows: { ...settings.windows, campaign2023: ended } };
  await site.web1.write('/root/mistake.json', JSON.stringify(mistake));
  await site.ops('config', 'apply', 'settings', '/root/mistake.json', '--as', '李强', '--why', '一周后结束');
  const opensWith = (words: string) =>
    expect(async () => {
      await app.open('/open');
      await expect(app.page.getByRole('heading', { level: 1 })).toHaveText(words, { timeout: 3_000 });
    }).toPass({ timeout: 15_000 });
  await opensWith(hostWords['host.ended.title']);
  const { events } = JSON.parse(await site.ops('history', '--about', 'settings', '--limit', '1', '--json'));
  await site.ops('undo', String(events[0].id), ...because);
  await opensWith(campaignWords['campaign.guide.heading']);
});

test('a new release is rolled out beside the old one, and taken back', async ({ site }) => {
  const { web1 } = site;
  await web1.sh('cp -a /srv/fridge/1.0.0 /srv/fridge/1.0.1');
  await web1.sh(`sed -i 's/"version": "1.0.0"/"version": "1.0.1"/' /srv/fridge/1.0.1/version.json`);
  await web1.sh('chown -R 1000:1000 /srv/fridge/1.0.1');
  const { code, output } = await web1.run('fridge use 1.0.1');
  const [, repair = ''] = /isn't root's alone: (.*)/.exec(output) ?? [];
  expect(code).toBe(1);
  await web1.sh(`${repair} && fridge migrate 1.0.1`);
  await web1.sh('fridge use 1.0.1');
  expect(await versionsOf(site)).toEqual(['1.0.1', '1.0.1', '1.0.1']);
  await web1.sh('fridge use 1.0.0');
  expect(await versionsOf(site)).toEqual(['1.0.0', '1.0.0', '1.0.0']);
});

test('after all of it every draw was counted once, and no prize was given twice', async ({ site }) => {
  expect(await site.ops('draw', 'verify')).toMatch(/^checked +\d+\nnotKept +0$/m);
  const { prizes } = JSON.parse(await site.ops('prizes', 'list', '--state', 'toShip', '--json'));
  expect(prizes.length).toBeLessThanOrEqual(5);
});
