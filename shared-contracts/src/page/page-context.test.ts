import { describe, expect, it } from 'vitest';
import { readAddress, writeQuery } from './address.ts';
import { readPageContext, skinOf } from '../contract/page-context.ts';
import { publicQuery } from './parameters.ts';
import { splitQuery } from './personal-parameters.ts';

const at = (url: string) => readAddress(new URL(`https://host.example${url}`));
const contextOf = (url: string) => readPageContext(at(url));

describe('readAddress', () => {
  it.each([
    ['/', '/'],
    ['', '/'],
    ['/open', '/open'],
    ['/open/', '/open'],
    ['/open//', '/open'],
    ['/index.html', '/'],
    ['/draw/rule?x=1', '/draw/rule'],
    ['/#/yearReport?brand=1', '/yearReport'],
    ['/?from=timeline&isappinstalled=0#/yearReport', '/yearReport'],
    ['/open#tips', '/open'],
    ['/#/', '/'],
    ['/#/\\evil.example/x', '/evil.example/x'],
    ['/#//evil.example', '/evil.example'],
    ['/#/#/yearReport', '/yearReport'],
    ['/#/#//#/yearReport?brand=1', '/yearReport'],
    ['/#/yearReport?brand=1#wechat_redirect', '/yearReport'],
    ['/#/yearReport/../prize', '/prize'],
    ['/#/yearReport/%2E./prize', '/prize'],
    ['/#/../../prize/.', '/prize'],
    ['/yearReport/%2e%2e/prize', '/prize'],
    ['/yearReport/..%2fprize', '/yearReport/..%2fprize'],
    ['/yearReport%2Fprize', '/yearReport%2Fprize'],
    ['/%E0%A4%A', '/%E0%A4%A'],
    ['/#/%', '/%'],
    ['//open', '/open'],
  ])('%s routes to %s', (url, path) => expect(at(url).path).toBe(path));

  it('reads parameters on both sides of the hash, the inner side first', () => {
    expect(at('/?brand=1&fridgeId=f#/yearReport?brand=2').query).toEqual({ brand: '2', fridgeId: 'f' });
  });

  it('ignores what follows a hash route', () => {
    expect(at('/#/yearReport?brand=1#wechat_redirect').query).toEqual({ brand: '1' });
    expect(at('/#/#/yearReport?brand=1').query).toEqual({ brand: '1' });
  });

  it.each([
    ['/?brand=1&brand=2', {}],
    ['/?brand=1&brand=1', { brand: '1' }],
    ['/?brand=', {}],
    ['/?a=%E0%A4%A', { a: '\uFFFD%A' }],
    [`/?a=${'x'.repeat(2049)}`, {}],
    ['/?__proto__=1&constructor=2', JSON.parse('{"__proto__":"1","constructor":"2"}')],
  ])('%s gives %j', (url, query) => expect(at(url).query).toEqual(query));

  it('bounds the number of parameters', () => {
    const many = Array.from({ length: 500 }, (_, index) => `p${index}=1`).join('&');
    expect(Object.keys(at(`/?${many}`).query)).toHaveLength(64);
  });
});

describe('readPageContext', () => {
  it('has a default for every field', () => {
    expect(contextOf('/')).toEqual({
      fridgeId: '',
      mobile: '',
      homeId: '',
      userId: '',
      sn8: '',
      spec: '',
      brand: -1,
      activityId: '',
      wxToken: '',
      source: '',
      comeFrom: '',
      ac: '',
      at: '',
      meijuBanner: false,
    });
  });

  it.each([
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['-1', -1],
    ['3', -1],
    ['1.0', -1],
    ['01', -1],
    ['abc', -1],
  ])('brand=%s is %i', (value, brand) => expect(contextOf(`/?brand=${value}`).brand).toBe(brand));

  it('takes the phone by either name', () => {
    expect(contextOf('/?phone=13900002001').mobile).toBe('13900002001');
    expect(contextOf('/?mobile=13900002001').mobile).toBe('13900002001');
    expect(contextOf('/?mobile=nonsense&phone=13900002001').mobile).toBe('13900002001');
  });

  it.each(['fridgeId=<script>', 'fridgeId=../x', 'fridgeId=%00', `fridgeId=${'f'.repeat(65)}`])(
    '%s is as good as absent',
    (query) => expect(contextOf(`/?${query}`).fridgeId).toBe(''),
  );

  it.each([
    ['1', true],
    ['0', false],
    ['true', false],
  ])('meijuBanner=%s: %s', (value, hidden) => {
    expect(contextOf(`/?meijuBanner=${value}`).meijuBanner).toBe(hidden);
  });

  it('uses the main skin without a brand', () => expect([skinOf(-1), skinOf(1)]).toEqual([0, 1]));
});

describe('publicQuery', () => {
  it('keeps no token, phone, user, home or fridge id', () => {
    const { query } = at(
      '/?brand=1&wxToken=t&at=t&ac=f&phone=13900002001&mobile=13900002001&userId=u&homeId=h&fridgeId=f&sn8=12345678&cookId=7',
    );
    expect(publicQuery(query, ['cookId'])).toEqual({ brand: '1', cookId: '7' });
  });

  it.each([
    ['a parameter that nobody declared', { cookId: '7' }, [], {}],
    ['a personal one, declared all the same', { phone: '1' }, ['phone'], {}],
    ['a phone under a public name', { cookId: '13900002001' }, ['cookId'], {}],
    ['text', { cookId: '<b>' }, ['cookId'], {}],
  ])('leaves out %s', (_, query, declared, kept) => expect(publicQuery(query, declared)).toEqual(kept));
});

describe('splitQuery', () => {
  it('splits public parameters from those stored for the tab', () => {
    expect(splitQuery({ id: '7', brand: '1', phone: '13900002001', wxToken: 't', x: undefined })).toEqual({
      open: { id: '7', brand: '1' },
      personal: { phone: '13900002001', wxToken: 't' },
    });
  });
});

describe('writeQuery', () => {
  it('leaves out what is absent or empty', () => {
    expect(writeQuery({ a: '1 2', b: undefined, c: '' })).toBe('?a=1+2');
    expect(writeQuery({})).toBe('');
  });
});
