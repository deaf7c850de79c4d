import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixedParameters, type TrackedEvent } from '@fridge/shared-contracts/page';
import { startAnalytics } from './analytics.ts';

const settings = { script: 'https://analytics.test/sdk.js', appId: 'fridge-activities' };
const event: TrackedEvent = {
  id: '00000000-0000-4000-8000-000000000000',
  event: 'pageView',
  at: 1,
  ...fixedParameters,
  page: '/',
};

/** A page whose script element ends like this, leaving this global behind. */
function page(end: 'load' | 'error' | 'never', service?: unknown) {
  const scripts: { src?: string }[] = [];
  const createElement = () => Object.assign(new EventTarget(), { src: '', async: false });
  const append = (script: EventTarget & { src: string }) => {
    scripts.push(script);
    if (end !== 'never') queueMicrotask(() => script.dispatchEvent(new Event(end)));
  };
  const window = { document: { createElement, head: { append } }, eventAnalytics: service } as unknown as Window; // nothing else of it is used
  return { window, scripts };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the event-analytics service', () => {
  it('is started once with the app id and the channel, and gets each event', async () => {
    const service = { init: vi.fn(), track: vi.fn() };
    const { window, scripts } = page('load', service);
    const analytics = await startAnalytics(settings, window);
    analytics?.(event);
    expect(scripts.map(({ src }) => src)).toEqual([settings.script]);
    expect(service.init.mock.calls).toEqual([[{ appId: 'fridge-activities', channel: 'cn' }]]);
    expect(service.track.mock.calls).toEqual([
      ['pageView', expect.objectContaining({ page: '/', widgetVersion: '4.0.6' })],
    ]);
  });

  it.each([
    ['a script that fails', 'error', undefined],
    ['a script that leaves nothing', 'load', undefined],
    ['a script that leaves something else', 'load', { init: 1 }],
    [
      'a service that throws',
      'load',
      {
        init: () => {
          throw new Error('x');
        },
        track: () => {},
      },
    ],
  ] as const)('is none with %s', async (_name, end, service) =>
    expect(await startAnalytics(settings, page(end, service).window).catch(() => null)).toBeNull(),
  );

  it('is not used when its script takes longer than 10 s', async () => {
    const starting = startAnalytics(settings, page('never', {}).window);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await starting).toBeNull();
  });

  it('loses an event when it throws', async () => {
    const analytics = await startAnalytics(
      settings,
      page('load', {
        init: () => {},
        track: () => {
          throw new Error('x');
        },
      }).window,
    );
    expect(() => analytics?.(event)).not.toThrow();
  });
});
