import { describe, expect, it } from 'vitest';
import type { OwnedHousehold } from './find-household.ts';
import { checkOwnership } from './household.ts';

const household: OwnedHousehold = {
  account: {
    userId: 'u',
    phone: '13800138000',
    nickName: '',
    headImgUrl: '',
    grid: '',
    supply: '',
    realNameVerified: false,
    blockedBy: null,
  },
  homeIds: ['h1', 'h2'],
  fridges: [{ fridgeId: 'f1', homeId: 'h2', sn8: '', spec: '', name: '' }],
};

describe('checkOwnership', () => {
  it.each([
    {},
    { userId: 'u', phone: '13800138000', homeId: 'h2', fridgeId: 'f1' },
    { fridgeId: '' },
    { questionId: 'f9' },
  ])('accepts %j', (form) => {
    expect(() => checkOwnership(form, household)).not.toThrow();
  });
  it.each([
    { userId: 'U' },
    { phone: '13800138001' },
    { homeId: 'h3' },
    { fridgeId: 'f2' },
    { userId: 'u', fridgeId: 'h1' },
  ])('refuses %j', (form) => {
    expect(() => checkOwnership(form, household)).toThrow('server.param');
  });
  it.each([{}, { userId: '' }])('accepts %j of an anonymous caller', (form) =>
    expect(() => checkOwnership(form, null)).not.toThrow(),
  );
  it.each([{ userId: 'u' }, { fridgeId: 'f1' }])('refuses %j of an anonymous caller', (form) =>
    expect(() => checkOwnership(form, null)).toThrow('server.param'),
  );
});
