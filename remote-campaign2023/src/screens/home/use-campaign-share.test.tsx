// @vitest-environment happy-dom
import type { HostServices, Session, ShareParameters } from '@fridge/shared-contracts';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useCampaignShare } from './use-campaign-share.ts';

const household = { userId: 'a-user', phone: '13900000000', fridgeId: 'a-fridge', homeId: 'a-home' };

afterEach(cleanup);

function mount(session: Pick<Session, 'status' | 'fridge'>) {
  const prepared: ShareParameters[] = [];
  const withdraw = vi.fn();
  const resetHeader = vi.fn();
  const call = vi.fn(() => Promise.resolve({ ok: true, data: null }));
  const require = vi.fn(() => Promise.resolve({ allowed: true, household }));
  const host = {
    header: { set: vi.fn(() => resetHeader) },
    sharing: {
      prepare: (parameters: ShareParameters) => {
        prepared.push(parameters);
        return withdraw;
      },
    },
    session: { get: () => session, require },
    requests: { call },
  };
  // A part of the services: the hook uses no other.
  const view = renderHook(() => useCampaignShare(host as unknown as HostServices));
  return { ...view, host, prepared, withdraw, resetHeader, call, require };
}

const fridge = { fridgeId: 'a-fridge', sn8: '', spec: '', name: '' };

describe('useCampaignShare', () => {
  it('offers the campaign and takes the offer back on leaving', () => {
    const { host, prepared, unmount, withdraw, resetHeader } = mount({ status: 'user', fridge });
    expect(host.header.set).toHaveBeenCalledWith({ share: true });
    expect(prepared[0]).toMatchObject({ path: '/', landing: 'activity' });
    unmount();
    expect(withdraw).toHaveBeenCalledTimes(1);
    expect(resetHeader).toHaveBeenCalledTimes(1);
  });

  it('records a share of the campaign, quietly', async () => {
    const { prepared, call } = mount({ status: 'user', fridge });
    await prepared[0]?.onShared?.('wx');
    expect(call.mock.calls).toEqual([
      ['annualRecord', { ...household, type: '3' }, { quiet: true }],
      ['shareRecord', household, { quiet: true }],
    ]);
  });

  it.each([
    ['a guest', { status: 'guest', fridge }],
    ['a home without a fridge', { status: 'user', fridge: null }],
  ] as const)('asks nothing of %s', async (_name, session) => {
    const { prepared, call, require } = mount(session);
    await prepared[0]?.onShared?.('wx');
    expect(require).not.toHaveBeenCalled();
    expect(call).not.toHaveBeenCalled();
  });
});
