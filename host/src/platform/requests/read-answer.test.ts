import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { commonCopy } from '@fridge/shared-contracts';
import { readAnswer } from './read-answer.ts';

const schema = v.object({ n: v.number() });
const read = (data: unknown) => {
  const result = v.safeParse(schema, data);
  return result.success ? { value: result.output } : null;
};
const fallback = commonCopy['common.fallback.toast'];

describe('readAnswer', () => {
  it('reads data by its schema', () => {
    expect(readAnswer('{"code":0,"msg":"ok","data":{"n":1,"more":2}}', read)).toEqual({ ok: true, data: { n: 1 } });
  });

  it.each([
    ['{"code":204,"msg":"已经答过"}', { reason: 'notice', code: 204, message: '已经答过' }],
    ['{"code":400,"msg":"参数有误","data":null}', { reason: 'refused', code: 400, message: '参数有误' }],
    ['{"code":500,"msg":""}', { reason: 'refused', code: 500, message: fallback }],
    ['{"code":500,"msg":"  "}', { reason: 'refused', code: 500, message: fallback }],
    ['{"code":429,"msg":null}', { reason: 'refused', code: 429, message: fallback }],
    ['{"code":403}', { reason: 'refused', code: 403, message: fallback }],
    ['{"code":-7,"msg":"x"}', { reason: 'refused', code: -7, message: 'x' }],
  ])('%s is a judgement', (text, failure) => expect(readAnswer(text, read)).toEqual({ ok: false, ...failure }));

  it.each([
    '', ' ', '<!doctype html><title>502</title>', '{"code":0,"data":{"n":1}', 'null', '[]', '7', '"code"', '{}', '{"code":"0","data":{"n":1}}',
    '{"code":0.5}', '{"code":0,"data":{"n":"1"}}', '{"code":0}', '{"code":0,"msg":{},"data":{"n":1}}',
  ])('%j is malformed', (text) => expect(readAnswer(text, read)).toEqual({ ok: false, reason: 'malformed', code: -1, message: fallback }));
});
