import { describe, expect, it, vi } from 'vitest';
import { bridgeErrorCode, readPageContext, type ShareParameters, timeoutError } from '@fridge/shared-contracts';
import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import { copy } from '../copy.ts';
import { createSharing } from './sharing.ts';

const parameters: ShareParameters = { title: '标题', description: '描述', path: '/draw', landing: 'activity' };

function scene({ inApp = false, query = {}, answer = { ok: true, data: { channel: 'wx' } } as unknown, copied = true } = {}) {
  const bridge = { supports: () => true, call: vi.fn().mockImplementation(async () => answer) };
  const clipboard = { copy: vi.fn().mockResolvedValue(copied) };
  const navigation = { push: vi.fn() };
  const toast = vi.fn();
  const onUnprepared = vi.fn();
  const onCallbackFailure = vi.fn();
  const sharing = createSharing({
    context: readPageContext({ query }),
    environment: { inApp, inWeChat: false, platform: 'other' },
    bridge, clipboard, navigation, toast, onUnprepared, onCallbackFailure,
    origin: 'https://host.test', image: 'https://host.test/share-card.png',
  });
  return { sharing, bridge, clipboard, navigation, toast, onUnprepared, onCallbackFailure };
}

describe('the share-mode choice', () => {
  it('opens the app\'s panel inside the app', async () => {
    const { sharing, bridge, toast, navigation } = scene({ inApp: true, query: { brand: '1', wxToken: 'w' } });
    sharing.prepare(parameters);
    await sharing.share();
    expect(bridge.call).toHaveBeenCalledWith(
      'share',
      { channels: ['wx', 'wxTimeline'], title: '标题', description: '描述', link: 'https://host.test/draw?brand=1', image: 'https://host.test/share-card.png' },
      { popup: true },
    );
    expect(toast.mock.calls).toEqual([[commonCopy['common.shareOk.toast']]]);
    expect(navigation.push).not.toHaveBeenCalled();
  });

  it.each([
    [true, commonCopy['common.copyLink.toast']],
    [false, commonCopy['common.copyLinkFail.toast']],
  ])('copies the link in a browser with a token: %j', async (copied, text) => {
    const { sharing, clipboard, toast } = scene({ query: { wxToken: 'w', userId: 'u' }, copied });
    sharing.prepare(parameters);
    await sharing.share();
    expect(clipboard.copy).toHaveBeenCalledWith('https://host.test/draw');
    expect(toast.mock.calls).toEqual([[text]]);
  });

  it.each([
    ['activity', {}],
    ['report', { type: '2' }],
  ] as const)('shows the share page elsewhere: %s', async (landing, query) => {
    const { sharing, navigation } = scene();
    sharing.prepare({ ...parameters, landing });
    await sharing.share();
    expect(navigation.push).toHaveBeenCalledWith('/share', query);
  });

  it('is tracked and nothing else while nothing is prepared', async () => {
    const { sharing, bridge, toast, navigation, onUnprepared } = scene({ inApp: true });
    sharing.prepare(parameters)();
    await sharing.share();
    expect(onUnprepared).toHaveBeenCalledTimes(1);
    expect([bridge.call, toast, navigation.push].some((spy) => spy.mock.calls.length > 0)).toBe(false);
  });

  it('keeps what the next screen prepared when the last one takes back its own', async () => {
    const { sharing, bridge } = scene({ inApp: true });
    const takeBack = sharing.prepare(parameters);
    sharing.prepare({ ...parameters, path: '/prize' });
    takeBack();
    await sharing.share();
    expect(bridge.call).toHaveBeenCalledWith('share', expect.objectContaining({ link: 'https://host.test/prize' }), { popup: true });
  });
});

describe('in the app', () => {
  it.each([
    ['a closed panel', { ok: true, data: {} }, []],
    ['a changed mind', { ok: false, error: { code: 2, errMessage: 'share:cancel' } }, []],
    ['silence, which has its popup', { ok: false, error: timeoutError }, []],
    ['an app that is too old', { ok: false, error: { code: bridgeErrorCode.unsupported, errMessage: '' } }, [[fill(copy['host.native.unsupported.toast'])]]],
    ['a failure', { ok: false, error: { code: 500, errMessage: 'x' } }, [[commonCopy['common.shareFail.toast']]]],
  ])('%s', async (_name, answer, toasts) => {
    const { sharing, toast } = scene({ inApp: true, answer });
    const onShared = vi.fn();
    sharing.prepare({ ...parameters, onShared });
    await sharing.share();
    expect(toast.mock.calls).toEqual(toasts);
    expect(onShared).not.toHaveBeenCalled();
  });

  it.each([
    [() => true, []],
    [() => undefined, [[commonCopy['common.shareOk.toast']]]],
    [async () => {}, [[commonCopy['common.shareOk.toast']]]],
  ])('an activity may tell of its success itself (%#)', async (onShared, toasts) => {
    const { sharing, toast } = scene({ inApp: true });
    sharing.prepare({ ...parameters, onShared });
    await sharing.share();
    expect(toast.mock.calls).toEqual(toasts);
  });

  it('survives an activity that throws', async () => {
    const { sharing, toast, onCallbackFailure } = scene({ inApp: true });
    sharing.prepare({ ...parameters, onShared: () => { throw new Error('x'); } });
    await sharing.share();
    expect([toast.mock.calls.length, onCallbackFailure.mock.calls.length]).toEqual([1, 1]);
  });

  it('opens one panel at a time', async () => {
    const { sharing, bridge } = scene({ inApp: true });
    sharing.prepare(parameters);
    await Promise.all([sharing.share(), sharing.share()]);
    expect(bridge.call).toHaveBeenCalledTimes(1);
  });
});
