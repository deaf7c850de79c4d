import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { callId, callIds, defineCall, isProductCall, resolveCallPath } from './calls.ts';

const call = defineCall({
  path: '/activity/getMyWorks',
  required: ['fridgeId'],
  access: 'household',
  data: v.unknown(),
});

describe('a call', () => {
  it('is complete and frozen', () => {
    expect(call).toMatchObject({ required: ['fridgeId'], optional: [], files: [], access: 'household' });
    expect(Object.isFrozen(call)).toBe(true);
  });

  it('is listed by its path or by its setting', () => {
    expect(callIds(call, { path: { setting: 'isDirect' } })).toEqual(['/activity/getMyWorks', 'setting:isDirect']);
    expect(callId(call)).toBe('/activity/getMyWorks');
  });

  it.each([
    ['/activity/getMyWorks', true],
    ['/fridge/AnnualDraw21/draw', true],
    ['/annualReport/2022/get.do', true],
    ['setting:isDirect', true],
    ['/demo/login', false],
    ['/track', false],
    ['/activity', false],
    ['/activity/', false],
    ['/activity/../demo/login', false],
    ['/activity/a..b', false],
    ['/activity//x', false],
    ['/activity/x?y', false],
    ['//evil.example/activity/x', false],
    ['https://evil.example', false],
    ['setting:', false],
    ['setting:a/b', false],
  ])('%s is of the product: %s', (id, own) => expect(isProductCall(id)).toBe(own));

  it.each([
    ['/activity/x', '/activity/x'],
    [{ setting: 'isDirect' }, '/activity2023/a1b2'],
    [{ setting: 'unknown' }, null],
    [{ setting: 'constructor' }, null],
  ] as const)('%j goes to %s', (path, to) => expect(resolveCallPath(path, { isDirect: 'a1b2' })).toBe(to));
});
