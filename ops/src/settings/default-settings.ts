import { type ActivityWindows, parseInstant, type RuntimeSettings, specifiedWindows, windowState } from '@fridge/shared-contracts';
import { originOf, type PortPlan } from '../ports.ts';

/** Keys of the demonstration. They ship in pages and links, so they are friction, never a secret (domain, "Signing"). */
export const demonstrationKeys = {
  signing: 'fridge-demo-signing-key-2023',
  reportLink: 'fridge-report-16',
} as const;

/** The settings of a set of origins on this machine, before an operator's own are laid over them. */
export function defaultSettings(ports: PortPlan, demoClock: string): RuntimeSettings {
  const companionApp = originOf(ports.companionApp);
  return {
    apiBase: originOf(ports.server),
    signing: { signer: 'hmac-sha256', key: demonstrationKeys.signing },
    reportLinkKey: demonstrationKeys.reportLink,
    activity2023: { isDirect: 'c1f0a7e29b4d', getNewAnswer: '8d3b6e51f02a', AnswerQuestion: '5e9c24b7d816' },
    downloadPage: `${companionApp}/download.html`,
    couponPage: `${companionApp}/coupon.html`,
    shopPage: `${companionApp}/shop.html`,
    allowedOrigins: [companionApp],
    remoteOrigins: Object.values(ports.remotes).map(originOf),
    tracking: { enabled: false, endpoint: null, appId: 'fridge-activities', channel: 'cn' },
    windows: demonstrationWindows(demoClock),
  };
}

/**
 * The specified windows, those that the demonstration's clock finds closed moved so that it finds them open: they
 * end 60 days after the clock's start.
 */
export function demonstrationWindows(demoClock: string): ActivityWindows {
  const start = parseInstant(demoClock);
  if (start === null) return { ...specifiedWindows };
  const DAY_MS = 24 * 60 * 60 * 1000;
  return Object.fromEntries(
    Object.entries(specifiedWindows).map(([name, window]) =>
      windowState(window, start) === 'open'
        ? [name, window]
        : [name, { start: null, end: new Date(start + 60 * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z') }],
    ),
  );
}
