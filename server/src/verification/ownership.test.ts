import { describe, expect, it } from 'vitest';
import type { Household } from './household.ts';
import { checkOwnership } from './ownership.ts';

const household: Household = {
  account: { userId: 'u', phone: '13800138000', nickName: '', headImgUrl: '', grid: '', supply: '', realNameVerified: false },
  homeIds: ['h1', 'h2'],
  fridges: [{ fridgeId: 'f1', homeId: 'h2', sn8: '', spec: '', name: '' }],
};

describe('checkOwnership', () => {
  it.each([{}, { userId: 'u', phone: '13800138000', homeId: 'h2', fridgeId: 'f1' }, { fridgeId: '' }, { questionId: 'f9' }])('accepts %j', (form) => {
    expect(() => checkOwnership(form, household)).not.toThrow();
  });
  it.each([{ userId: 'U' }, { phone: '13800138001' }, { homeId: 'h3' }, { fridgeId: 'f2' }, { userId: 'u', fridgeId: 'h1' }])('refuses %j', (form) => {
    expect(() => checkOwnership(form, household)).toThrow('server.param');
  });
});
