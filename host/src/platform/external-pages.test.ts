import { describe, expect, it, vi } from 'vitest';
import { bridgeErrorCode, fill } from '@fridge/shared-contracts';
import { readAppVersion, timeoutError } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import { testSettings } from './testing/test-settings.ts';
import { createExternalPages } from './external-pages.ts';

function scene({
  inApp = true,
  agent = 'CompanionApp/8.1.0',
  platform = 'ios' as 'ios' | 'android' | 'other',
  answer = { ok: true, data: null } as unknown,
} = {}) {
  const call = vi.fn().mockResolvedValue(answer);
  const toast = vi.fn();
  const assign = vi.fn();
  const pages = createExternalPages({
    settings: testSettings,
    environment: { inApp, inWeChat: false, platform },
    bridge: { call },
    appVersion: () => readAppVersion(agent),
    toast,
    assign,
  });
  return { pages, call, toast, assign };
}

describe('external pages', () => {
  it('open in a web view of the app', async () => {
    const { pages, call, assign } = scene();
    expect(await pages.openCoupon()).toBe(true);
    expect(call).toHaveBeenCalledWith('openWebView', { url: testSettings.couponPage, title: testSettings.couponTitle });
    expect(assign).not.toHaveBeenCalled();
  });

  it('are simply the next page in a browser', async () => {
    const { pages, call, assign } = scene({ inApp: false, agent: '' });
    expect(await Promise.all([pages.openCoupon(), pages.openShop()])).toEqual([true, true]);
    expect(assign.mock.calls).toEqual([[testSettings.couponPage], [testSettings.shopPage]]);
    expect(call).not.toHaveBeenCalled();
  });

  it.each([
    ['silence', { ok: false, error: timeoutError }, false, []],
    ['a failure', { ok: false, error: { code: 500, errMessage: '' } }, false, []],
    [
      "an app that can't",
      { ok: false, error: { code: bridgeErrorCode.unsupported, errMessage: '' } },
      true,
      [[fill(copy['host.native.unsupported.toast'])]],
    ],
  ])('after %s', async (_name, answer, result, toasts) => {
    const { pages, toast } = scene({ answer });
    expect(await pages.openCoupon()).toBe(result);
    expect(toast.mock.calls).toEqual(toasts);
  });
});

describe('the shop', () => {
  it.each([
    ['CompanionApp/7.9.9', 'ios', copy['host.version.companion']],
    ['MallApp/2.0.0', 'android', copy['host.version.mall']],
  ] as const)('is closed to %s on %s, with a word about it', async (agent, platform, text) => {
    const { pages, call, toast } = scene({ agent, platform });
    expect(await pages.openShop()).toBe(true);
    expect(toast.mock.calls).toEqual([[fill(text)]]);
    expect(call).not.toHaveBeenCalled();
  });

  it.each([
    ['CompanionApp/8.0.0', 'ios'],
    ['CompanionApp/7.0.0', 'android'],
    ['MallApp/2.1.0', 'ios'],
    ['', 'ios'],
  ] as const)('is open to %j on %s', async (agent, platform) => {
    const { pages, call } = scene({ agent, platform });
    await pages.openShop();
    expect(call).toHaveBeenCalledWith('openWebView', { url: testSettings.shopPage, title: '商城' });
  });
});
