import { describe, expect, it } from 'vitest';
import { endsAreCertain } from './boundaries.ts';

const signing = { nonce: '6f1c1c52-7d0c-4a55-9d6a-0d2f5c1f7b11', time_stamp: '1690855200000', token: 'f'.repeat(64) };
const work = { required: ['cookName', 'image', 'desc', 'fridgeId'], optional: ['devicePhone', 'homeId', 'materials', 'nickName', 'spec', 'steps', 'requestId'] };
const sent = { cookName: '番茄牛腩煲', desc: '好吃', image: 'https://files.example/a.jpg', fridgeId: 'F1', ...signing };

describe('endsAreCertain', () => {
  it.each([
    ['what a page sends', {}],
    ['all there may be', { devicePhone: '13800001001', materials: '番茄', nickName: '小林', spec: 'BCD-501', steps: '[{"image":"","stepDesc":"tips"}]', requestId: 'r' }],
    ['empty fields', { devicePhone: '', materials: '', nickName: '' }],
    ['the names of fields that stand elsewhere', { desc: 'materials, nickName, spec', nickName: 'desc', steps: 'cookName' }],
    ['the name of a formed field behind', { desc: 'fridgeId', materials: 'nonce', cookName: 'image' }],
  ])('holds for %s', (_, change) => expect(endsAreCertain({ ...sent, ...change }, work)).toBe(true));

  it.each([
    ['a field that was folded into the text before it', { desc: '好吃devicePhone13800001001' }],
    ['one that was folded into the id of a request', { requestId: 'rspecBCD-501' }],
    ['one that was folded into a formed field', { fridgeId: 'F1homeIdH1' }],
    ['one that begins earlier', { materials: '番茄nickName', nickName: '小林' }],
    ['a required text that begins earlier', { cookName: '番茄desc' }],
  ])('fails for %s', (_, change) => expect(endsAreCertain({ ...sent, ...change }, work)).toBe(false));
});
