import { expect, type Page, type Request } from '@playwright/test';
import type { Screen } from '../fixtures/story.ts';
import { dialogOn } from '../screen.ts';
import { drawWords, fill } from '../words.ts';

export const spinButton = (screen: Screen) => screen.getByRole('button', { name: drawWords['draw.wheel.spin'] });
/** The same button where no chance is left. */
export const earnButton = (screen: Screen) => screen.getByRole('button', { name: drawWords['draw.wheel.earn'] });
export const busyButton = (screen: Screen) => screen.getByRole('button', { name: drawWords['draw.wheel.spinning'] });
export const resultOn = (screen: Screen) => dialogOn(screen).getByTestId('draw-result');

export async function seesRemaining(screen: Screen, left: number): Promise<void> {
  await expect(screen.getByText(fill(drawWords['draw.wheel.remaining'], { n: left }), { exact: true })).toBeVisible();
}

/** Taps the button of a wheel at rest and waits for the result. */
export async function spin(screen: Screen): Promise<void> {
  await spinButton(screen).click();
  await expect(resultOn(screen)).toBeVisible();
}

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialogOn(page)).toHaveCount(0);
}

/** A first prize's moment covers its dialog until a tap. */
export async function skipMoment(page: Page): Promise<void> {
  await page.getByTestId('draw-moment').click();
  await expect(page.getByTestId('draw-moment')).toHaveCount(0);
}

/**
 * What the drawn pointer's tip lies on: the segment that the browser finds there, and the label drawn nearest to it.
 */
export async function underThePointer(page: Page): Promise<{ segment: number; label: string }> {
  await page.getByTestId('wheel-pointer').scrollIntoViewIfNeeded();
  return page.evaluate(() => {
    const pointer = document.querySelector('[data-testid=wheel-pointer]')?.getBoundingClientRect();
    if (!pointer) throw new Error('no pointer is drawn');
    // The pointer's path ends in the middle of its box's lower edge.
    const tip = { x: pointer.left + pointer.width / 2, y: pointer.bottom };
    const segment = document.elementFromPoint(tip.x, tip.y)?.closest('[data-segment]')?.getAttribute('data-segment');
    const labels = [...document.querySelectorAll('[data-testid=wheel-disc] text')].map((text) => {
      const box = text.getBoundingClientRect();
      return {
        label: text.textContent ?? '',
        distance: Math.hypot(box.left + box.width / 2 - tip.x, box.top + box.height / 2 - tip.y),
      };
    });
    const nearest = labels.sort((one, other) => one.distance - other.distance)[0];
    return { segment: Number(segment ?? Number.NaN), label: nearest?.label ?? '' };
  });
}

/** The disc's rotation as it is drawn at this moment, degrees. */
export function drawnRotation(page: Page): Promise<number> {
  return page.getByTestId('wheel-disc').evaluate((disc) => {
    const { a, b } = new DOMMatrix(getComputedStyle(disc).transform);
    return Math.round((Math.atan2(b, a) * 180) / Math.PI);
  });
}

/** Records the request ids of the draws that pages send from now on, in order. */
export function recordDraws(...pages: Page[]): string[] {
  const ids: string[] = [];
  const note = (request: Request) => {
    if (isDraw(request)) ids.push(new URLSearchParams(request.postData() ?? '').get('requestId') ?? '');
  };
  for (const page of pages) page.on('request', note);
  return ids;
}

export const drawCall = '**/fridge/AnnualDraw21/draw';

export function isDraw(request: Request): boolean {
  return request.method() === 'POST' && request.url().endsWith('/fridge/AnnualDraw21/draw');
}
