import { describe, expect, it } from 'vitest';
import {
  type AddressForm,
  type AddressProblem,
  addressProblems,
  shippingAddress,
  shippingAddressProblem,
} from './address.ts';

const good: AddressForm = { name: '张三', phone: '13900002001', region: '江苏省南京市玄武区', detail: '中山路1号' };

describe('addressProblems', () => {
  it.each<[string, Partial<AddressForm>, AddressProblem[]]>([
    ['everything in place', {}, []],
    ['no name', { name: '' }, ['nameEmpty']],
    ['a name of tags and spaces', { name: ' <b> </b> ' }, ['nameEmpty']],
    ['20 characters', { name: '张'.repeat(20) }, []],
    ['21 characters', { name: '张'.repeat(21) }, ['nameLong']],
    ['a name that nobody can see', { name: '\u200b\u3164\u2800\u{e0041}' }, ['nameEmpty']],
    ['a name of nothing but the beginning of a formula', { name: ' =+-@ ' }, ['nameEmpty']],
    ['a name with dots', { name: '阿卜杜拉·买买提•艾力' }, []],
    ['invisible characters, which count for nothing', { name: `${'张'.repeat(20)}\u200b\u202e` }, []],
    ['20 characters heaped with marks', { name: `e${'\u0301'.repeat(500)}`.repeat(20) }, []],
    ['20 family emoji', { name: '👨‍👩‍👧'.repeat(20) }, []],
    ['no phone', { phone: '' }, ['phoneBad']],
    ['a phone with spaces around it', { phone: ' 13900002001 ' }, []],
    ['a phone that starts with 12', { phone: '12800001001' }, ['phoneBad']],
    ['no region', { region: '' }, ['regionEmpty']],
    ['no detail', { detail: ' ' }, ['addressEmpty']],
    ['a detail that nobody can see', { detail: '\u2066\u200b\u2069' }, ['addressEmpty']],
    ['200 characters in all', { region: '区', detail: '路'.repeat(198) }, []],
    ['201 characters in all', { region: '区', detail: '路'.repeat(199) }, ['addressLong']],
    [
      'one of each field',
      { name: '', phone: '', region: '', detail: '' },
      ['nameEmpty', 'phoneBad', 'regionEmpty', 'addressEmpty'],
    ],
  ])('%s', (_, change, problems) => expect(addressProblems({ ...good, ...change })).toEqual(problems));
});

describe('shippingAddressProblem', () => {
  it.each<[string, Partial<ReturnType<typeof shippingAddress>>, ReturnType<typeof shippingAddressProblem>]>([
    ['what the form sends', {}, null],
    ['an address of tags', { address: '<p></p>' }, 'addressEmpty'],
    ['201 characters', { address: '路'.repeat(201) }, 'addressLong'],
    ['no name', { name: '' }, 'nameEmpty'],
    ['an invisible name', { name: '\u202e\u200d' }, 'nameEmpty'],
    ['an invisible address', { address: '\u00ad \ufeff' }, 'addressEmpty'],
    ['a phone for abroad', { phone: '+8613900002001' }, 'phoneBad'],
    ['a bad phone', { phone: '1' }, 'phoneBad'],
  ])('%s', (_, change, problem) =>
    expect(shippingAddressProblem({ ...shippingAddress(good), ...change })).toBe(problem),
  );
});

it('joins region and detail and strips tags', () => {
  expect(shippingAddress({ ...good, detail: ' <b>中山路</b>1号 ' })).toEqual({
    name: '张三',
    phone: '13900002001',
    address: '江苏省南京市玄武区 中山路1号',
  });
});

it('is no formula where a spreadsheet reads it, and keeps what is within', () => {
  expect(shippingAddress({ ...good, name: '=HYPERLINK("http://evil.example")', detail: '-1层\n2号' })).toMatchObject({
    name: 'HYPERLINK("http://evil.example")',
    address: '江苏省南京市玄武区 -1层 2号',
  });
  expect(shippingAddress({ ...good, region: '', detail: '＝1+1' }).address).toBe('1+1');
  expect(shippingAddress({ ...good, region: '<b', detail: 'x>江苏省' }).address).toBe('江苏省');
});
