import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDialogLoader, DIALOG_LIMIT_MS, type DialogFrame } from './dialog-loader.ts';

const code: { default: DialogFrame } = { default: () => null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits 10 s for the dialog, and asks anew for the next one', async () => {
  const importFrame = vi.fn(async () => code).mockReturnValueOnce(new Promise<never>(() => {}));
  const loader = createDialogLoader(importFrame);
  const first = loader.load();
  await vi.advanceTimersByTimeAsync(DIALOG_LIMIT_MS);
  expect(await first).toEqual({ ok: false, reason: 'timeout' });
  expect(await loader.load()).toEqual({ ok: true, code });
});
