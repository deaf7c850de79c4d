import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createEnvironment, createStatusBarHeight, createVisibility } from './environment.ts';

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
      { ...noApp, version: () => ({ app: 'companion', version: '8.0.0' }), mayAppear: () => waiting },
    );
    expect(environment.inApp).toBe(true);
    waiting = false;
    expect(environment.inApp).toBe(false);
  });

  it('has the system that the stand-in simulates', () => {
    expect(createEnvironment({ userAgent: 'x', maxTouchPoints: 0 }, { ...noApp, platform: () => 'ios' }).platform).toBe(
      'ios',
    );
  });
});

describe('the visibility', () => {
  function scene() {
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
    const covered = createStore(() => false);
    const visibility = createVisibility(document, covered);
    const show = (state: DocumentVisibilityState) => {
      document.visibilityState = state;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    return { visibility, covered, show };
  }

  it('is visible only when the app and the document both show the page', () => {
    const { visibility, covered, show } = scene();
    const heard = vi.fn();
    visibility.subscribe(heard);
    expect(visibility.getState()).toBe('visible');
    covered.setState(true);
    show('hidden');
    covered.setState(false);
    expect(visibility.getState()).toBe('hidden');
    show('visible');
    expect(visibility.getState()).toBe('visible');
    expect(heard.mock.calls.map(([state]) => state)).toEqual(['hidden', 'visible']);
  });
});

describe('the status bar', () => {
  it.each([
    [true, { ok: true, data: { height: 59 } }, 44, 59],
    [true, { ok: true, data: { height: 0 } }, 44, 0],
    [true, { ok: false, error: { code: -1, errMessage: 'TimeOut' } }, 44, 44],
    [false, { ok: false, error: { code: -4, errMessage: '' } }, 0, 0],
  ])('in the app: %j, answered %j: %i, then %i', async (inApp, answer, first, then) => {
    const height = createStatusBarHeight({ inApp }, { call: vi.fn().mockResolvedValue(answer) });
    expect(height.getState()).toBe(first);
    await Promise.resolve();
    expect(height.getState()).toBe(then);
  });
});
