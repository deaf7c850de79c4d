/** The app, from `CompanionApp/8.1.0` in a user agent or hello message. */
export type AppVersion = { app: 'companion' | 'mall'; version: readonly [number, number, number] };

export function readAppVersion(userAgent: string): AppVersion | null {
  const match = /\b(CompanionApp|MallApp)\/(\d{1,5})\.(\d{1,5})\.(\d{1,5})/.exec(userAgent);
  if (!match) return null;
  return {
    app: match[1] === 'MallApp' ? 'mall' : 'companion',
    version: [Number(match[2]), Number(match[3]), Number(match[4])],
  };
}

/** First versions with a shop bridge (spec section 9). */
const shopMinimum = { companionIos: [8, 0, 0], mall: [2, 1, 0] } as const;

type ShopGate = 'open' | 'companionTooOld' | 'mallTooOld';

/** An app of unknown version may open the shop. */
export function shopGate(app: AppVersion | null, platform: 'ios' | 'android' | 'other'): ShopGate {
  if (app?.app === 'mall' && isBelow(app.version, shopMinimum.mall)) return 'mallTooOld';
  if (app?.app === 'companion' && platform === 'ios' && isBelow(app.version, shopMinimum.companionIos))
    return 'companionTooOld';
  return 'open';
}

function isBelow(version: readonly number[], minimum: readonly number[]): boolean {
  return version.join('.').localeCompare(minimum.join('.'), 'en', { numeric: true }) < 0;
}
