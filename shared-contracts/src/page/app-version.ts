/** The app, from `CompanionApp/8.1.0` in a user agent or hello message. */
export type AppVersion = { app: 'companion' | 'mall'; version: string };

export function readAppVersion(userAgent: string): AppVersion | null {
  const [, app, version] = /\b(CompanionApp|MallApp)\/(\d{1,5}\.\d{1,5}\.\d{1,5})/.exec(userAgent) ?? [];
  return version === undefined ? null : { app: app === 'MallApp' ? 'mall' : 'companion', version };
}

/** First versions with a shop bridge (spec section 9). */
const shopMinimum = { companionIos: '8.0.0', mall: '2.1.0' } as const;

/** An app of unknown version may open the shop. */
export function shopGate(
  app: AppVersion | null,
  platform: 'ios' | 'android' | 'other',
): 'open' | 'companionTooOld' | 'mallTooOld' {
  if (app?.app === 'mall' && isBelow(app.version, shopMinimum.mall)) return 'mallTooOld';
  if (app?.app === 'companion' && platform === 'ios' && isBelow(app.version, shopMinimum.companionIos))
    return 'companionTooOld';
  return 'open';
}

const isBelow = (version: string, minimum: string): boolean =>
  version.localeCompare(minimum, 'en', { numeric: true }) < 0;
