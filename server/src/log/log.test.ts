import { expect, it } from 'vitest';
import { describeFault } from './log.ts';

it('describes kind, place and cause, without the message', () => {
  const cause = Object.assign(new Error('duplicate key (phone)=(13800138000)'), {
    code: '23505',
    constraint: 'accounts_phone_unique',
    detail: '13800138000',
  });
  const fault = describeFault(new Error('Failed query\n    params: 13800138000', { cause }));
  expect(fault).toMatchObject({ name: 'Error', cause: { code: '23505', constraint: 'accounts_phone_unique' } });
  expect(fault.at[0]).toMatch(/^at /);
  expect(JSON.stringify(fault)).not.toContain('13800138000');
});
