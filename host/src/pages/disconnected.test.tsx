// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { BridgeService } from '@fridge/shared-contracts';
import Disconnected from './disconnected.tsx';

afterEach(cleanup);

const home = { ok: true, data: { homeId: 'H1001', fridges: [] } };
function show(answer: unknown) {
  const replace = vi.fn();
  const call = vi.fn(async () => answer);
  const bridge = { supports: () => true, call } as unknown as BridgeService; // one method of it is used
  render(
    <Disconnected
      query={{ from: '/address?id=7', name: '张三', comeFrom: 'card' }}
      bridge={bridge}
      replace={replace}
    />,
  );
  return { replace, call };
}

it('returns to the previous page with all its parameters, personal ones included', async () => {
  const { replace, call } = show(home);
  fireEvent.click(screen.getByRole('button'));
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/address', { id: '7', name: '张三' }));
  expect(call).toHaveBeenCalledOnce();
});

it('stays when the app is still silent', async () => {
  const { replace } = show({ ok: false, error: { code: -1, errMessage: 'TimeOut' } });
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).not.toBe('true'));
  expect(replace).not.toHaveBeenCalled();
});
