/** The app that shows the page, from `CompanionApp/8.1.0` in a user agent or a hello message. */
export type AppVersion = { app: 'companion' | 'mall'; version: readonly [number, number, number] };

export function readAppVersion(userAgent: string): AppVersion | null {
  const match = /\b(CompanionApp|MallApp)\/(\d{1,5})\.(\d{1,5})\.(\d{1,5})/.exec(userAgent);
  if (!match) return null;
  return {
    app: match[1] === 'MallApp' ? 'mall' : 'companion',
    version: [Number(match[2]), Number(match[3]), Number(match[4])],
  };
}

/** The lowest versions whose shop bridge works (spec section 9): companion app on iOS, and the mall app. */
export const shopMinimum = { companionIos: [8, 0, 0], mall: [2, 1, 0] } as const;

export type ShopGate = 'open' | 'companionTooOld' | 'mallTooOld';

/** Whether this app can open the shop page. An app that doesn't tell its version is let through. */
export function shopGate(app: AppVersion | null, platform: 'ios' | 'android' | 'other'): ShopGate {
  if (app?.app === 'mall' && isBelow(app.version, shopMinimum.mall)) return 'mallTooOld';
  if (app?.app === 'companion' && platform === 'ios' && isBelow(app.version, shopMinimum.companionIos)) return 'companionTooOld';
  return 'open';
}

function isBelow(version: readonly number[], minimum: readonly number[]): boolean {
  for (let part = 0; part < minimum.length; part += 1) {
    const difference = (version[part] ?? 0) - (minimum[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
