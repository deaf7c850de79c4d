import { expect, it } from 'vitest';
import { readHouseholdRow } from './household-rows.ts';

const account = (fields: object) => ({ account: { userId: 'U1', ...fields } });

it.each([
  [{ account: { userId: 'U1', phone: '13800138000' } }, { userId: 'U1', phone: '13800138000' }],
  [account({ phone: null }), { userId: 'U1', phone: null }],
  [account({ nickName: null, headImgUrl: null }), { userId: 'U1', nickName: '', headImgUrl: '' }],
  [account({ nickName: ' <b>林\u202e晓</b>\n一 ' }), { userId: 'U1', nickName: '林晓 一' }],
  [account({ nickName: 'a\ud800b\0' }), { userId: 'U1', nickName: 'ab' }],
  [account({ headImgUrl: 'https://img.example/a.jpg' }), { userId: 'U1', headImgUrl: 'https://img.example/a.jpg' }],
  [
    account({ grid: 'jiangsu', supply: 'lowVoltageResidential', realNameVerified: true }),
    { userId: 'U1', grid: 'jiangsu', supply: 'lowVoltageResidential', realNameVerified: true },
  ],
  [{ home: { homeId: 'H1', userId: 'U1' } }, { homeId: 'H1', userId: 'U1' }],
  [
    { fridge: { fridgeId: 'F1', homeId: 'H1', sn8: '0000A001', spec: 'BCD-501', name: '智能冰箱' } },
    { fridgeId: 'F1', homeId: 'H1', sn8: '0000A001', spec: 'BCD-501', name: '智能冰箱' },
  ],
  [{ fridge: { fridgeId: 'F1', homeId: null } }, { fridgeId: 'F1', homeId: null }],
  [{ deviceConfig: { sn: '0B001', highBrand: 1, devType: null } }, { sn: '0B001', highBrand: 1, devType: '' }],
])('reads %j', (raw, fields) => {
  const [kind] = Object.keys(raw);
  const [id] = Object.values(fields);
  expect(readHouseholdRow(raw)).toEqual({ kind, id, fields });
});

it.each([
  [null, 'no JSON object'],
  ['text', 'no JSON object'],
  [[{ account: {} }], 'no JSON object'],
  [{}, 'not one of account, home, fridge, deviceConfig'],
  [{ userId: 'U1' }, 'not one of account, home, fridge, deviceConfig'],
  [{ account: { userId: 'U1' }, home: {} }, 'not one of account, home, fridge, deviceConfig'],
  [{ account: 'U1' }, 'account: no JSON object'],
  [{ account: null }, 'account: no JSON object'],
  [{ account: { phone: '13800138000' } }, 'account.userId: missing'],
  [account({ userId: 'U 1' }), 'account.userId: 1 to 64 characters without blanks'],
  [account({ userId: 'U:1' }), 'account.userId: no colon'],
  [account({ userId: 1001 }), 'account.userId: text'],
  [account({ phone: '12800138000' }), 'account.phone: 11 digits, a 1 and then 3 to 9'],
  [account({ phone: 13800138000 }), 'account.phone: text'],
  [account({ mobile: '13800138000' }), 'account.mobile: unknown field'],
  [account({ '13800138000': 1 }), 'account.?: unknown field'],
  [account({ realNameVerified: 'yes' }), 'account.realNameVerified: true or false'],
  [account({ headImgUrl: 'javascript:alert(1)' }), 'account.headImgUrl: a web address'],
  [account({ nickName: 'x'.repeat(101) }), 'account.nickName: at most 100 characters'],
  [{ home: { homeId: 'H1' } }, 'home.userId: missing'],
  [{ home: { homeId: 'H1', userId: null } }, 'home.userId: text'],
  [{ fridge: { fridgeId: '', homeId: 'H1' } }, 'fridge.fridgeId: 1 to 64 characters without blanks'],
  [{ deviceConfig: { sn: '0B0012' } }, 'deviceConfig.sn: 5 printable characters'],
  [{ deviceConfig: { sn: '0B001', highBrand: 2 } }, 'deviceConfig.highBrand: 0 or 1'],
])('refuses %j', (raw, reason) => expect(readHouseholdRow(raw)).toEqual({ reason }));

it('names every fault of a row and quotes no value', () => {
  const read = readHouseholdRow(account({ phone: 'secret-phone', nickName: 7, grid: 'x'.repeat(65) }));
  expect(read).toEqual({
    reason:
      'account.phone: 11 digits, a 1 and then 3 to 9; account.nickName: text; account.grid: at most 64 characters',
  });
});
