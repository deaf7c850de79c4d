import { expect, it } from 'vitest';
import { createCredentials } from './credentials.ts';

it('counts a report link only while there is no user', () => {
  const report = { userId: '', accessToken: 'wx' };
  const user = { userId: 'u', accessToken: 't' };
  const credentials = createCredentials(report);
  expect(credentials.current()).toBe(report);
  credentials.keep(user);
  expect(credentials.current()).toBe(user);
  credentials.keep(null);
  expect(credentials.current()).toBe(report);
});
