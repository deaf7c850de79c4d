import { expect, it, vi } from 'vitest';
import { createStatusBar, DEFAULT_STATUS_BAR_HEIGHT } from './status-bar.ts';

const app = (inApp: boolean, answer: unknown) => {
  const bridge = { supports: () => true, call: vi.fn().mockResolvedValue(answer) };
  return createStatusBar({ inApp, inWeChat: false, platform: 'other' }, bridge);
};

it.each([
  [true, { ok: true, data: { height: 59 } }, 44, 59],
  [true, { ok: true, data: { height: 0 } }, 44, 0],
  [true, { ok: false, error: { code: -1, errMessage: 'TimeOut' } }, 44, 44],
  [false, { ok: false, error: { code: -4, errMessage: '' } }, 0, 0],
])('in the app: %j, answered %j: %i, then %i', async (inApp, answer, first, then) => {
  const statusBar = app(inApp, answer);
  expect(statusBar.get()).toBe(first);
  await statusBar.read();
  expect(statusBar.get()).toBe(then);
});

it('has the default of the specification', () => expect(DEFAULT_STATUS_BAR_HEIGHT).toBe(44));
