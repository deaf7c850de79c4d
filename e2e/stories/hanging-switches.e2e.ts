import { once } from 'node:events';
import { createServer, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SWITCHES_POLL_MS } from '../fixtures/page-clock.ts';
import { expect, test } from '../fixtures/story.ts';
import { setEnabled } from '../product/edit-registry.ts';
import { hostWords, campaignWords } from '../words.ts';

test('polls that hang or drip are given up, the shell still loads its pages, and a switch is noticed within 20 s of healing', async ({
  page,
  product,
  guard,
}) => {
  // The proxy is an origin that the server doesn't know; events wait meanwhile.
  guard.expectFailedLoads(/\/track$/, /\/switches\.json$/);
  guard.expect(/\/track.*CORS policy/);
  // A real origin in front of the host's: a browser's limit of six connections isn't there for intercepted requests.
  let hangs = false;
  const held = new Set<ServerResponse>();
  let open = 0;
  let mostOpen = 0;
  let asked = 0;
  const proxy = createServer((request, response) => {
    if (hangs && request.url?.startsWith('/switches.json')) {
      asked += 1;
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      held.add(response);
      if (held.size % 2) response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      response.on('close', () => {
        open -= 1;
        held.delete(response);
      });
      return;
    }
    const onward = forward(
      product.hostUrl + (request.url ?? ''),
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // a server that listens on a port has one
  try {
    await page.clock.install();
    await page.goto(`http://localhost:${port}/open`);
    const guide = page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] });
    await expect(guide).toBeVisible();
    hangs = true;
    // More polls than the browser has connections to one origin; the page's clock is moved on, the connections are
    // real.
    for (let polls = 0; polls < 8; polls += 1) {
      await page.clock.runFor(SWITCHES_POLL_MS);
      await expect.poll(() => asked).toBeGreaterThan(polls);
    }
    expect(mostOpen).toBeLessThanOrEqual(2);
    await page.clock.resume();

    // The hall's code was never fetched: it has to get a connection.
    await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
    await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
    await expect(page.getByText(hostWords['host.default.desc'])).toBeVisible();

    await setEnabled(product, 'campaign2023', false);
    hangs = false;
    await expect(page.getByRole('heading', { name: campaignWords['host.default.campaign.title'] })).toHaveCount(0, {
      timeout: 20_000,
    });
  } finally {
    await setEnabled(product, 'campaign2023', true);
    proxy.closeAllConnections();
    proxy.close();
  }
});
