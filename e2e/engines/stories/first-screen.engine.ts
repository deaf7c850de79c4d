import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../find-browser.ts';
import { handOn } from '../../product/flaky-origin.ts';
import { expect, test } from '../story.ts';

const [WIDTH, HEIGHT] = [390, 844];
/** Engines round the widths of characters differently; a line that breaks elsewhere moves things by 20 px and more. */
const TOLERANCE = 4;

type Place = { name: string; left: number; top: number; width: number };

/** Of what is seen of the markup, which stands since no script comes. Runs in the page. */
function placesInMarkup(): Place[] {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  const parts = document.querySelectorAll(
    '#first-screen :is(h1, h2, button, a[href], main svg:not(svg svg), main img)',
  );
  return [...parts].flatMap((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const isSeen = width > 0 && height > 0 && top < innerHeight && getComputedStyle(part).visibility === 'visible';
    return isSeen ? [{ name: `${part.localName} ${part.textContent.trim()}`, left, top, width }] : [];
  });
}

for (const path of ['/', '/open', '/draw', '/works', '/upload', '/yearReport', '/default', '/share', '/nowhere'])
  test(`${path} has the same first screen as in Chromium`, async ({ openBrowser, product, complaints }) => {
    complaints.expect(/\.js|integrity|module|404|MIME/i);
    const withoutScripts = createServer((request, response) => {
      const asked = request.url ?? '/';
      if (/\.js(\?|$)/.test(asked)) return void response.writeHead(404).end();
      handOn(product.hostUrl + asked, undefined, response).catch(() => request.socket.destroy());
    }).listen(0, 'localhost');
    await once(withoutScripts, 'listening');
    const address = `http://localhost:${(withoutScripts.address() as AddressInfo).port}${path}`; // it listens on a port
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const reference = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
      await reference.goto(address);
      const expected = await reference.evaluate(placesInMarkup);
      expect(expected.length).toBeGreaterThan(2);
      const page = await openBrowser({ width: WIDTH, height: HEIGHT });
      await page.goto(address);
      const seen = await page.evaluate(placesInMarkup);
      expect(seen.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
      for (const [at, place] of expected.entries())
        for (const side of ['left', 'top', 'width'] as const)
          expect
            .soft(Math.abs((seen[at]?.[side] ?? NaN) - place[side]), `${side} of ${place.name}`)
            .toBeLessThanOrEqual(TOLERANCE);
    } finally {
      await browser.close();
      withoutScripts.closeAllConnections();
      withoutScripts.close();
    }
  });
