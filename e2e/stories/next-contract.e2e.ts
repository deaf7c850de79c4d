import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { changeServedRegistry, withRemote } from '../fixtures/served-registry.ts';
import { expect, test } from '../fixtures/story.ts';
import { changeSettings } from '../product/guest.ts';
import { campaignWords, fill, hostWords } from '../words.ts';

for (const [built, contract, title, desc] of [
  [
    "the contract's next major version",
    '4.0',
    hostWords['host.remote.incompatible.title'],
    fill(hostWords['host.remote.incompatible.desc']),
  ],
  [
    'the contract before this one',
    '2.0',
    hostWords['host.remote.outdated.title'],
    hostWords['host.remote.outdated.desc'],
  ],
] as const)
  test(`a remote built for ${built} is refused before its code is fetched, and its page says what helps`, async ({
    page,
    product,
  }) => {
    const visits: string[] = [];
    const origin = createServer((request, response) => {
      visits.push(request.url ?? '');
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
        .end('export default {};');
    });
    origin.listen(0, 'localhost');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo; // a server that listens on a port has one
    const entry = `http://localhost:${port}/remoteEntry.js`;
    await changeSettings(product, { remoteOrigins: [...product.remoteOrigins, new URL(entry).origin] });
    const contest = {
      enabled: true,
      pin: null,
      title: '作品征集',
      description: '',
      entry,
      version: '2.0.0',
      contract,
      routes: [{ path: '/works', title: '作品征集', window: null, tone: null, scripts: ['assets/works.js'] }],
      scripts: [],
      styles: [{ file: 'assets/works.css', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }],
      picture: null,
      bridge: [],
      requires: [],
      calls: [],
      publicParameters: [],
    };
    await changeServedRegistry(page, { registry: withRemote('contest', contest) });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    try {
      await page.goto(`${product.hostUrl}/works`);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText(desc)).toBeVisible();
      await leaveMark(page);
      await page.getByRole('button', { name: hostWords['host.remote.retry'] }).click();
      await expect(page.getByRole('heading', { name: title })).toBeVisible();

      await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
      await page.getByRole('link', { name: new RegExp(campaignWords['host.default.campaign.title']) }).click();
      await expect(page).toHaveTitle(campaignWords['campaign.home.docTitle']);
      expect(await hasMark(page)).toBe(true);
      expect(requested.filter((url) => url.startsWith(new URL(entry).origin))).toEqual([]);
      expect(visits).toEqual([]);
    } finally {
      origin.closeAllConnections();
      origin.close();
    }
  });
