import { commonCopy } from '@fridge/shared-contracts';
import { expect, it } from 'vitest';
import { failedReadText } from './failed-read.ts';

it.each([
  ['refused', 500, '服务器繁忙，请稍后再试', '服务器繁忙，请稍后再试'],
  ['notice', 204, '请先绑定冰箱', '请先绑定冰箱'],
  ['refused', 500, '', commonCopy['common.loadFail']],
  ['timeout', 0, '请求超时，请稍后再试', commonCopy['common.loadFail']],
  ['malformed', 0, '', commonCopy['common.loadFail']],
] as const)('%s %i %j is told as %j', (reason, code, message, text) => {
  expect(failedReadText({ ok: false, reason, code, message })).toBe(text);
});
