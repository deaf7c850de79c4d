import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { chooseHouseholds } from '../households.ts';
import { previewWords } from '../words.ts';
import { test } from './story.ts';

test.describe.configure({ mode: 'serial' });

/** Of the remote and of its team. */
const NAME = 'picnic';
const kit = 'node_modules/.bin/remote-kit';

test('a remote is made in an empty folder, from the packages alone', async ({ team, product }) => {
  await team.succeed('npm', 'install', '--prefix', 'kit', '@fridge/remote-kit');
  await team.succeed(`kit/${kit}`, 'create', NAME, '--backend', '--api', product.apiUrl, '--host', product.hostUrl);
  await team.enter(NAME);
});

test('its libraries are installed', async ({ team }) => {
  await team.succeed('npm', 'install');
});

test('types, lint and tests pass as it was made', async ({ team }) => {
  for (const script of ['types', 'lint', 'test']) await team.succeed('npm', 'run', script);
});

test('it gets a screen and a call of its own', async ({ team }) => {
  await team.succeed(kit, 'add', 'screen', 'spots');
  await team.succeed(kit, 'add', 'call', 'near');
  for (const script of ['types', 'lint', 'test']) await team.succeed('npm', 'run', script);
  await team.write('src/screens/spots/spots-screen.tsx', spotsScreen);
  await team.write('src/screens/spots/spots-screen.test.tsx', spotsTest);
  await team.edit(
    'src/calls.ts',
    "access: 'household', data: v.object({ text: v.string() })",
    "required: ['city'], access: 'household', data: v.object({ spots: v.array(v.string()) })",
  );
  await team.edit('stand-alone/answers.ts', "{ text: 'near' }", "{ spots: ['玄武湖', '紫金山'] }");
  await team.edit(
    'backend/server.ts',
    "() => answer({ text: 'near' })",
    '({ fields, identity }) => answer({ spots: [`${fields.city}玄武湖 ${identity.userId}`] })',
  );
  for (const script of ['types', 'lint', 'test']) await team.succeed('npm', 'run', script);
});

test('it is built', async ({ team }) => {
  await team.succeed('npm', 'run', 'build');
});

test('each route passes the check in a real browser', async ({ team }) => {
  await team.succeed('npm', 'run', 'check');
});

test('operators register the team, with the key that it made and its backend', async ({ team, ops, product }) => {
  const server = await team.start('node_modules/.bin/tsx', ['backend/start.ts'], /listening at \S+/, {
    API_ORIGIN: product.apiUrl,
    PORT: '0',
  });
  const [, address = ''] = /listening at (http[^\s"]+)/.exec(server.output()) ?? [];
  const { publicKey } = JSON.parse((await team.run(kit, ['key', '--json'])).stdout);
  await ops('team', 'add', NAME, '--remotes', NAME, '--key', publicKey, '--backend', address);
});

test('the working copy is shown inside the running host and reloads on save', async ({ team, product, app }) => {
  const dev = await team.start(kit, ['dev', '--host', product.hostUrl], /\/preview\/\S+/);
  const [url = ''] = /https?:\S+\/preview\/\S+/.exec(dev.output()) ?? [];
  const { page } = await app((await chooseHouseholds(product)).eligible);
  await page.goto(url);
  await page.getByRole('button', { name: previewWords.open.yes }).click();
  await expect(page).toHaveURL(new RegExp(`/${NAME}`));
  await page.goto(`${product.hostUrl}/${NAME}/spots`);
  await expect(page.getByText('玄武湖')).toBeVisible();
  await team.edit('src/screens/spots/spots-screen.tsx', '附近的草地', '湖边的草地');
  await expect(page.getByRole('heading', { name: '湖边的草地' })).toBeVisible({ timeout: 30_000 });
  await page.close();
  await dev.stop();
});

test('published, users find it in the hall and through its route, with what its backend answers', async ({
  team,
  product,
  app,
}) => {
  await team.succeed('npm', 'run', 'build');
  await team.succeed(kit, 'publish');
  const { eligible } = await chooseHouseholds(product);
  const { page } = await app(eligible);
  await page.goto(`${product.hostUrl}/default`);
  await page.locator(`a[href^="/${NAME}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`/${NAME}`));
  await page.goto(`${product.hostUrl}/${NAME}/spots`);
  await expect(page.getByText(`南京玄武湖 ${eligible.userId}`)).toBeVisible();
});

test('a broken release is refused with every reason, and users keep what they have', async ({ team, product, app }) => {
  const release = JSON.parse(await team.read('dist/release.json'));
  const [script] = release.scripts;
  const good = await team.read(`dist/${script.file}`);
  await team.write(`dist/${script.file}`, `${good}\n}`);
  await team.write('dist/release.json', JSON.stringify({ ...release, version: '1.0.1' }));
  const { code, output } = await team.run(kit, ['publish']);
  expect([code, output]).toEqual([1, expect.stringContaining(script.file)]);
  const { page } = await app((await chooseHouseholds(product)).eligible);
  await page.goto(`${product.hostUrl}/${NAME}/spots`);
  await expect(page.getByText('玄武湖')).toBeVisible();
});

test('a second version is given to some users first, then to all, and rolled back', async ({ team, product, app }) => {
  const openPage = async () => {
    const { page } = await app((await chooseHouseholds(product)).eligible);
    await page.goto(`${product.hostUrl}/${NAME}/spots`);
    return page;
  };
  /** Of forty visitors, which versions they get. */
  const versions = async () => {
    const registries = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const headers = { cookie: `visitor=${randomBytes(16).toString('base64url')}` };
        return (await fetch(`${product.hostUrl}/remotes.json`, { headers })).json();
      }),
    );
    return new Set(registries.map(({ remotes }) => remotes[NAME].version));
  };
  await team.edit('release.config.ts', "version: '1.0.0'", "version: '1.1.0'");
  await team.edit('src/screens/spots/spots-screen.tsx', '湖边的草地', '山上的草地');
  await team.succeed('npm', 'run', 'build');
  const { version } = JSON.parse(await team.read('dist/release.json'));
  await team.succeed(kit, 'publish', '--canary', '50');
  expect((await versions()).size).toBe(2);
  const page = await openPage();
  await expect(heading(page)).toHaveText('湖边的草地');
  await team.succeed(kit, 'canary', version, '100');
  expect([...(await versions())]).toEqual([version]);
  await page.reload();
  await expect(heading(page)).toHaveText('山上的草地');
  await page.close();
  await expect
    .poll(() => team.succeed(kit, 'canary'), { timeout: 20_000 })
    .toMatch(new RegExp(`${escaped(version)} +1 +0 +1\\b`));
  await team.succeed(kit, 'promote');
  await expect(heading(await openPage())).toHaveText('山上的草地');
  await team.succeed(kit, 'rollback');
  await expect(heading(await openPage())).toHaveText('湖边的草地');
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** For a regular expression. */
const escaped = (text: string) => text.replaceAll(/[.+]/g, String.raw`\$&`);

test('a revoked key publishes nothing more', async ({ team, ops }) => {
  const [id = ''] = /\b[\da-f]{16}\b/.exec(await ops('team', 'show', NAME)) ?? [];
  await ops('team', 'key', 'revoke', NAME, id);
  const { code, output } = await team.run(kit, ['publish']);
  expect([code, output]).toEqual([1, expect.stringContaining('revoked')]);
});

const spotsScreen = `import type { ScreenProps } from '@fridge/shared-contracts';
import { Skeleton, useServerData } from '@fridge/shared-ui';
import { useCallback } from 'react';
import { calls } from '../../calls.ts';

/** Where to have a picnic. */
export default function SpotsScreen({ host }: ScreenProps) {
  const load = useCallback(async () => {
    const answer = await host.requests.call(calls.near, { city: '南京' }, { quiet: true });
    return answer.ok
      ? { ok: true as const, data: answer.data.spots }
      : { ok: false as const, message: answer.message ?? '' };
  }, [host]);
  const { result } = useServerData(host, load, { guest: host.environment.inApp ? 'login' : 'wait' });
  return (
    <div>
      <h1>附近的草地</h1>
      {result.phase === 'loading' && <Skeleton />}
      {result.phase === 'ready' && (
        <ul>
          {result.data.map((spot) => (
            <li key={spot}>{spot}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
`;

const spotsTest = `// @vitest-environment happy-dom
import { createFakeHost, given } from '@fridge/remote-kit/testing';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { calls } from '../../calls.ts';
import SpotsScreen from './spots-screen.tsx';

it('lists the spots of the city', async () => {
  const fake = createFakeHost({ declared: release.calls, bridge: release.bridge });
  fake.answer(calls.near, given({ spots: ['玄武湖'] }));
  render(<SpotsScreen host={fake.host} />);
  expect(await screen.findByText('玄武湖')).toBeTruthy();
});
`;
