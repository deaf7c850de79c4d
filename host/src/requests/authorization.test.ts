import { expect, it } from 'vitest';
import { authorizationHeader } from './authorization.ts';

it.each([
  ['u1', 'token.x', 'u1:token.x'],
  ['用户一', 't', '用户一:t'],
  ['', '', ':'],
])('%s and its token, in UTF-8', (userId, accessToken, plain) => {
  expect(authorizationHeader({ userId, accessToken })).toBe(`Basic ${Buffer.from(plain, 'utf8').toString('base64')}`);
});
