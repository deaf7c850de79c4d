import { type ActivityWindows, parseInstant, specifiedWindows } from '@fridge/shared-contracts';
import { type RuntimeSettings, windowStateOf } from '@fridge/shared-contracts/host';
import { originOf, type PortPlan } from '../product/ports.ts';

/** Keys of the demonstration. They are public, since they ship in pages and links (domain, "Signing"). */
export const demonstrationKeys = {
  signing: 'fridge-demo-signing-key-2023',
  reportLink: 'fridge-report-16',
} as const;

/** Where the demonstration's business time starts; `DEMO_CLOCK` sets another time, or real time when it is empty. */
export const DEFAULT_DEMO_CLOCK = '2023-08-01T10:00:00+08:00';

/** How long a window that would be closed is open from the demonstration's first start. */
const MOVED_WINDOW_DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The settings of a set of origins on this machine, without an operator's own.
 * @param businessStart see `demonstrationWindows`
 */
export function defaultSettings(ports: PortPlan, businessStart: string | null): RuntimeSettings {
  const companionApp = originOf(ports.companionApp);
  const server = originOf(ports.server);
  return {
    apiBase: server,
    signing: { signer: 'hmac-sha256', key: demonstrationKeys.signing },
    reportLinkKey: demonstrationKeys.reportLink,
    activity2023: { isDirect: 'c1f0a7e29b4d', getNewAnswer: '8d3b6e51f02a', AnswerQuestion: '5e9c24b7d816' },
    downloadPage: `${companionApp}/download.html`,
    appLink: `${companionApp}/?open={link}`,
    couponPage: `${companionApp}/coupon.html`,
    shopPage: `${companionApp}/shop.html`,
    allowedOrigins: [companionApp],
    remoteOrigins: Object.values(ports.remotes).map(originOf),
    tracking: { enabled: true, endpoint: `${server}/track`, analytics: null },
    windows: demonstrationWindows(businessStart),
  };
}

/**
 * The specified windows; those that are closed when the business clock starts are opened for some time from then.
 * @param businessStart ISO time of the first start of the server's business clock; `null` where business time is real
 *   time: the windows are then the specified ones
 */
export function demonstrationWindows(businessStart: string | null): ActivityWindows {
  const start = businessStart === null ? null : parseInstant(businessStart);
  if (start === null) return { ...specifiedWindows };
  const end = new Date(start + MOVED_WINDOW_DAYS * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  return Object.fromEntries(
    Object.entries(specifiedWindows).map(([name, window]) => [name, windowStateOf(window, start) === 'open' ? window : { start: null, end }]),
  );
}
