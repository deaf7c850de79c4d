import { type ActivityWindows, specifiedWindows } from '@fridge/shared-contracts';
import { windowStateOf } from '@fridge/shared-contracts/page';
import { DAY_MS } from '../program/clock.ts';
import type { ServerSettings } from '../documents/settings/server-settings.ts';

/** Opened from the first start on. */
const MOVED_WINDOW_DAYS = 60;

/**
 * The demonstration's defaults, to lay over the program's: outside pages of the companion app, open windows, and
 * previews.
 * @param companionApp its origin; `undefined` where none runs, which leaves the program's defaults alone
 * @param businessStart first start of the business clock, milliseconds; `null` in real time, which moves no window
 */
export function demonstrationSettings(
  companionApp: string | undefined,
  businessStart: number | null,
): Partial<ServerSettings> {
  if (companionApp === undefined) return {};
  return {
    downloadPage: `${companionApp}/download.html`,
    appLink: `${companionApp}/?open={link}`,
    couponPage: `${companionApp}/coupon.html`,
    shopPage: `${companionApp}/shop.html`,
    allowedOrigins: [companionApp],
    windows: demonstrationWindows(businessStart),
    previews: true,
  };
}

/** The specified windows, but those closed at the start are opened for some time. */
export function demonstrationWindows(businessStart: number | null): ActivityWindows {
  if (businessStart === null) return { ...specifiedWindows };
  const end = new Date(businessStart + MOVED_WINDOW_DAYS * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  return Object.fromEntries(
    Object.entries(specifiedWindows).map(([name, window]) => [
      name,
      windowStateOf(window, businessStart) === 'open' ? window : { start: null, end },
    ]),
  );
}
