import { type ActivityWindows, parseInstant, specifiedWindows } from '@fridge/shared-contracts';
import { type RuntimeSettings, windowStateOf } from '@fridge/shared-contracts/host';
import { originOf, type PortPlan } from '../product/ports.ts';

/** Public, since they are in pages and links (domain, "Signing"). */
export const demonstrationKeys = {
  signing: 'fridge-demo-signing-key-2023',
  reportLink: 'fridge-report-16',
} as const;

/** `DEMO_CLOCK` sets another start, or real time if empty. */
export const DEFAULT_DEMO_CLOCK = '2023-08-01T10:00:00+08:00';

/** Opened from the first start on. */
const MOVED_WINDOW_DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/** @param businessStart see `demonstrationWindows` */
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
 * The specified windows, but those closed at the start are opened for some time.
 * @param businessStart first start of the server's business clock, ISO; `null` in real time, which moves no window
 */
export function demonstrationWindows(businessStart: string | null): ActivityWindows {
  const start = businessStart === null ? null : parseInstant(businessStart);
  if (start === null) return { ...specifiedWindows };
  const end = new Date(start + MOVED_WINDOW_DAYS * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  return Object.fromEntries(
    Object.entries(specifiedWindows).map(([name, window]) => [
      name,
      windowStateOf(window, start) === 'open' ? window : { start: null, end },
    ]),
  );
}
