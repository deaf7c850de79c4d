import { describe, expect, it } from 'vitest';
import { ineligibleReason, eligibleSupply } from './grants.ts';

describe('ineligibleReason', () => {
  const eligible = { ...eligibleSupply, realNameVerified: true };
  it.each([
    [eligible, null],
    [{ ...eligible, grid: '' }, 'server.coupon.region'],
    [{ ...eligible, grid: 'zhejiang' }, 'server.coupon.region'],
    [{ ...eligible, supply: '' }, 'server.coupon.lowVoltage'],
    [{ ...eligible, supply: 'highVoltageIndustrial' }, 'server.coupon.lowVoltage'],
    [{ ...eligible, realNameVerified: false }, 'server.coupon.realName'],
    [{ grid: '', supply: '', realNameVerified: false }, 'server.coupon.region'],
    [{ ...eligible, supply: '', realNameVerified: false }, 'server.coupon.lowVoltage'],
  ])('%j -> %s', (account, miss) => expect(ineligibleReason(account)).toBe(miss));
});
