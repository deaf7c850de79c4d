import { expect, test } from '@playwright/test';
import { buildFixture, runKit, startKit } from '../kit/run-kit.ts';

/** Each waits for the host's own limits. */
const broken = [
  ['/vandal/crash', /the screen throws while it is drawn: Error: no prizes at all at \S+ \(assets\/crash-screen/],
  ['/vandal/hang', /the screen suspends and never resolves/],
  ['/vandal/empty', /the screen draws neither an element nor a text/],
  ['/vandal/leave', /it throws while it is left: Error: nothing to clean up at assets\/leave-screen/],
  ['/vandal/loop', /the page stops answering: its code doesn't come to an end/],
] as const;

test('remote-kit check says why a screen does not open, or fails as it is left', async () => {
  const folder = await buildFixture('broken-remote');
  const routes = broken.map(([route]) => route).join(',');
  const { exitCode, stdout, stderr } = await runKit(folder, 'check', '--json', '--routes', routes);
  expect(exitCode, stderr).toBe(1);
  const { findings } = JSON.parse(stdout) as { findings: { route: string | null; what: string }[] }; // the kit's own answer
  for (const [route, said] of broken)
    expect(
      findings
        .filter((each) => each.route === route)
        .map(({ what }) => what)
        .join('\n'),
      route,
    ).toMatch(said);
});

test('remote-kit check says what to do where it can not begin', async () => {
  const folder = await buildFixture('clean-remote');
  const wrong = await runKit(folder, 'check', '--routes', '/park');
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('has no route /park. It has /picnic.')]);
  const unbuilt = await runKit(`${folder}/src`, 'check');
  expect([unbuilt.exitCode, unbuilt.stderr]).toEqual([2, expect.stringContaining('build the remote first')]);
});

test('remote-kit preview shows the build in the host, as whom one chooses', async ({ page }) => {
  const folder = await buildFixture('clean-remote');
  const preview = startKit(folder, 'preview');
  try {
    const [, url = ''] = await preview.said(/in the host: (\S+)/);
    await page.goto(`${url}/?route=/picnic&as=guest`);
    await expect(page.frameLocator('iframe').getByText('by the river')).toBeVisible();
    await page.getByLabel('As').selectOption('browser');
    await expect(page.getByText('A plain browser has no frame')).toBeVisible();
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByText('open in a tab').click()]);
    await expect(tab.getByText('by the river')).toBeVisible();
  } finally {
    expect(await preview.stop()).toBe(0);
  }
});
