import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isUnavailable } from './database.ts';

const withCode = (code: string) => Object.assign(new Error('words that may quote anything'), { code });

describe('isUnavailable', () => {
  it.each([
    '57P01',
    '57P03',
    '57014',
    '08006',
    '53300',
    '55P03',
    '25P03',
    '25006',
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
  ])('recognizes %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
    expect(isUnavailable(new DrizzleQueryError('select 1', [], withCode(code)))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])("recognizes the driver's message without a code: %s", (words) =>
    expect(isUnavailable(new Error(words))).toBe(true),
  );

  it.each([
    withCode('23505'),
    withCode('23514'),
    withCode('42P01'),
    withCode('FST_ERR_CTP_BODY_TOO_LARGE'),
    new Error('Query failed'),
    'Query read timeout',
    null,
  ])('takes nothing else for it: %s', (error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
