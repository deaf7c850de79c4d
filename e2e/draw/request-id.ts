import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { segmentAt } from '../../remote-draw/src/testing/segment-at.ts';
import { stopAngle } from '../../remote-draw/src/wheel/stop-angle.ts';

/** A request id whose "thanks" lies on the named one of the two segments. */
export function idForThanksOn(segment: number): string {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const id = randomUUID();
    if (segmentAt(stopAngle({ level: null, seed: id })) === segment) return id;
  }
  throw new Error(`No id leads to segment ${segment}.`);
}

/** The page's draws from now on carry this id. */
export async function drawWithId(page: Page, id: string): Promise<void> {
  await page.evaluate((fixed) => {
    crypto.randomUUID = () => fixed as ReturnType<Crypto['randomUUID']>; // it is one
  }, id);
}
