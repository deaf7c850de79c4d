import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { contractText } from '@fridge/shared-contracts';
import { SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page';
import { pageSettings } from '@fridge/server/documents/settings/server-settings';
import { testSettings } from '@fridge/server/testing/settings';
import { readLiveSite } from './read-live-releases.ts';

const forThisHost = `/remotes.json?contract=${contractText}`;
const described = (version: string, contract = '3.0') => ({
  title: '活动',
  description: '',
  version,
  contract,
  routes: ['/draw'],
});
const page = `<script type="application/json" id="${SETTINGS_ELEMENT_ID}">${JSON.stringify(pageSettings(testSettings))}</script>`;

let close = () => undefined as unknown;
afterEach(() => close());

/** A site that answers so by path and query; anything else is 404. @returns its address */
async function site(answers: (url: string) => Record<string, unknown>): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const answer = answers(`http://${headers.host}`)[url];
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.writeHead(answer === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  close = () => server.close();
  return `http://localhost:${(server.address() as AddressInfo).port}`; // it listens on a port
}

const entry = (url: string, version: string, contract?: string) => ({
  ...described(version, contract),
  enabled: true,
  entry: `${url}/${version}/remoteEntry.js`,
});
const registry = (remotes: object) => ({ version: 1, contract: '2.0', remotes });

it('names what this host would get, what pages get now, canaries, and remotes without a release for it', async () => {
  const url = await site((at) => ({
    '/default': page,
    [forThisHost]: registry({
      draw: entry(at, '2.0.0'),
      contest: entry(at, '1.1.0', '2.0'),
      picnic: {},
      share: entry(at, '1.0.0'),
    }),
    '/remotes.json': registry({ draw: entry(at, '1.0.0', '2.0'), share: entry(at, '1.0.0') }),
    '/discovery.json': {
      microFrontends: {
        draw: [
          { url: `${at}/1.0.0/remoteEntry.js`, metadata: { version: '1.0.0' } },
          { url: `${at}/2.1.0/remoteEntry.js`, metadata: { version: '2.1.0' } },
          { url: `${at}/2.2.0/remoteEntry.js`, metadata: { version: '2.2.0' } },
        ],
      },
    },
    '/2.1.0/release.json': described('2.1.0'),
    '/2.2.0/release.json': described('2.2.0', '4.0'),
  }));
  const { releases, without } = await readLiveSite(url);
  expect(releases.map(({ name, share, entry: { version }, now }) => [name, share, version, now])).toEqual([
    ['draw', 'stable', '2.0.0', '1.0.0'],
    ['share', 'stable', '1.0.0', null],
    ['draw', 'canary', '2.1.0', null],
  ]);
  expect(without).toEqual([
    { name: 'contest', why: 'none of its releases fits: 1.1.0 is for 2.0' },
    { name: 'picnic', why: "pages can't open it: see ops status there" },
  ]);
});

it.each<[string, Record<string, unknown>, RegExp]>([
  ['is no site', {}, /\/default answers with HTTP 404/],
  ['has no registry', { '/default': page, '/remotes.json': 'x', [forThisHost]: '[]' }, /isn't a registry/],
  [
    'has no settings',
    { '/default': '', '/remotes.json': registry({}), [forThisHost]: registry({}) },
    /a page without settings that this host can read: all of them/,
  ],
])('says that an address %s', async (_, answers, message) => {
  const url = await site(() => answers);
  await expect(readLiveSite(url)).rejects.toThrow(message);
});

it('says that nothing answers', () =>
  expect(readLiveSite('http://localhost:1')).rejects.toThrow("http://localhost:1/default doesn't answer."));
