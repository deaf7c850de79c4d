import { describe, expect, it } from 'vitest';
import { type AddressForm, addressProblem, joinAddress, shippingAddress, shippingAddressProblem } from './address.ts';

const good: AddressForm = { name: '张三', phone: '13900002001', region: '江苏省南京市玄武区', detail: '中山路1号' };

describe('addressProblem', () => {
  it.each<[string, Partial<AddressForm>, ReturnType<typeof addressProblem>]>([
    ['everything in place', {}, null],
    ['no name', { name: '' }, 'nameEmpty'],
    ['a name of tags and spaces', { name: ' <b> </b> ' }, 'nameEmpty'],
    ['20 characters', { name: '张'.repeat(20) }, null],
    ['21 characters', { name: '张'.repeat(21) }, 'nameLong'],
    ['20 family emoji', { name: '👨‍👩‍👧'.repeat(20) }, null],
    ['no phone', { phone: '' }, 'phoneBad'],
    ['a phone with spaces around it', { phone: ' 13900002001 ' }, null],
    ['a phone that starts with 12', { phone: '12800001001' }, 'phoneBad'],
    ['no region', { region: '' }, 'regionEmpty'],
    ['no detail', { detail: ' ' }, 'addressEmpty'],
    ['200 characters in all', { region: '区', detail: '路'.repeat(198) }, null],
    ['201 characters in all', { region: '区', detail: '路'.repeat(199) }, 'addressLong'],
    ['the first of several', { name: '', phone: '', region: '', detail: '' }, 'nameEmpty'],
  ])('%s', (_, change, problem) => expect(addressProblem({ ...good, ...change })).toBe(problem));
});

describe('shippingAddressProblem', () => {
  it.each<[string, Partial<ReturnType<typeof shippingAddress>>, ReturnType<typeof shippingAddressProblem>]>([
    ['what the form sends', {}, null],
    ['an address of tags', { address: '<p></p>' }, 'addressEmpty'],
    ['201 characters', { address: '路'.repeat(201) }, 'addressLong'],
    ['no name', { name: '' }, 'nameEmpty'],
    ['a bad phone', { phone: '1' }, 'phoneBad'],
  ])('%s', (_, change, problem) => expect(shippingAddressProblem({ ...shippingAddress(good), ...change })).toBe(problem));
});

it('joins region and detail and strips tags', () => {
  expect(joinAddress('江苏省南京市玄武区', ' <b>中山路</b>1号 ')).toBe('江苏省南京市玄武区 中山路1号');
  expect(shippingAddress(good)).toEqual({ name: '张三', phone: '13900002001', address: '江苏省南京市玄武区 中山路1号' });
});
