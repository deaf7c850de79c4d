/** The app, from `CompanionApp/8.1.0` in a user agent or hello message. */
export type AppVersion = { app: 'companion' | 'mall'; version: string };

export function readAppVersion(userAgent: string): AppVersion | null {
  const [, app, version] = /\b(CompanionApp|MallApp)\/(\d{1,5}\.\d{1,5}\.\d{1,5})/.exec(userAgent) ?? [];
  return version === undefined ? null : { app: app === 'MallApp' ? 'mall' : 'companion', version };
}

export const isWeChat = (userAgent: string): boolean => /\bMicroMessenger\//i.test(userAgent);

/** First versions with a shop bridge, of the companion app on iOS (spec section 9). */
const shopMinimum = { companion: '8.0.0', mall: '2.1.0' } as const;

/** @returns the app if it is too old for the shop; one of unknown version may open it */
export function outdatedForShop(app: AppVersion | null, platform: 'ios' | 'android' | 'other') {
  if (app === null || (app.app === 'companion' && platform !== 'ios')) return null;
  const isBelow = app.version.localeCompare(shopMinimum[app.app], 'en', { numeric: true }) < 0;
  return isBelow ? app.app : null;
}
