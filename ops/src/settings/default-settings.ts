import { type ActivityWindows, parseInstant, specifiedWindows } from '@fridge/shared-contracts';
import { type RuntimeSettings, windowStateOf } from '@fridge/shared-contracts/host';
import { originOf, type PortPlan } from '../product/ports.ts';

/** Keys of the demonstration. They ship in pages and links, so they are friction, never a secret (domain, "Signing"). */
export const demonstrationKeys = {
  signing: 'fridge-demo-signing-key-2023',
  reportLink: 'fridge-report-16',
} as const;

/** The demonstration's first moment of business time; `DEMO_CLOCK` names another, or none when it is empty. */
export const DEFAULT_DEMO_CLOCK = '2023-08-01T10:00:00+08:00';

/** A period that the demonstration would find closed is open for so long from its first start. */
const MOVED_PERIOD_DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The settings of a set of origins on this machine, before an operator's own are laid over them.
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
 * The specified periods, those that the demonstration's clock finds closed moved so that it finds them open.
 * @param businessStart ISO time at which the server's business clock started for the first time; `null`: business time is
 *   real time, and the periods are the specification's
 */
export function demonstrationWindows(businessStart: string | null): ActivityWindows {
  const start = businessStart === null ? null : parseInstant(businessStart);
  if (start === null) return { ...specifiedWindows };
  const end = new Date(start + MOVED_PERIOD_DAYS * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  return Object.fromEntries(
    Object.entries(specifiedWindows).map(([name, period]) => [name, windowStateOf(period, start) === 'open' ? period : { start: null, end }]),
  );
}
