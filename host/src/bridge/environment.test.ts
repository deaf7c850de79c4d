import { describe, expect, it } from 'vitest';
import { createEnvironment } from './environment.ts';

const noApp = { transport: () => null, mayAppear: () => false, version: () => null, platform: () => null };

describe('the environment', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 5, 'ios', false],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 5, 'ios', false],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 0, 'other', false],
    ['Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0', 5, 'android', true],
    ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'other', false],
  ])('%s with %i touch points: %s, WeChat %s', (userAgent, maxTouchPoints, platform, inWeChat) => {
    const { inApp, ...where } = createEnvironment({ userAgent, maxTouchPoints }, noApp);
    expect({ inApp, ...where }).toEqual({ inApp: false, platform, inWeChat });
  });

  it('is in the app from the first moment where the user agent says so, and out of it when no bridge came', () => {
    let waiting = true;
    const environment = createEnvironment(
      { userAgent: 'x', maxTouchPoints: 0 },
      { ...noApp, version: () => ({ app: 'companion', version: [8, 0, 0] }), mayAppear: () => waiting },
    );
    expect(environment.inApp).toBe(true);
    waiting = false;
    expect(environment.inApp).toBe(false);
  });

  it('takes the system that the stand-in plays', () => {
    expect(createEnvironment({ userAgent: 'x', maxTouchPoints: 0 }, { ...noApp, platform: () => 'ios' }).platform).toBe('ios');
  });
});
