// @vitest-environment happy-dom
import { createFakeHost } from '@fridge/remote-kit/testing';
import { afterEach, expect, it } from 'vitest';
import { fullReport } from '../testing/report-of.ts';
import { leaveForDraw, leftForDraw } from './left-for-draw.ts';

afterEach(() => history.replaceState(null, ''));

it('gives the report back at the entry that it was left from, and at no other', () => {
  const { host } = createFakeHost();
  history.replaceState({ key: 'report' }, '');
  expect(leftForDraw(host)).toBeNull();
  leaveForDraw(host, fullReport);
  history.replaceState({ key: 'draw' }, '');
  expect(leftForDraw(host)).toBeNull();
  history.replaceState({ key: 'report' }, '');
  expect(leftForDraw(host)).toBe(fullReport);
});

it('keeps nothing where entries cannot be told apart, and nothing for another user', () => {
  const { host } = createFakeHost();
  leaveForDraw(host, fullReport);
  expect(leftForDraw(host)).toBeNull();
  history.replaceState({ key: 'report' }, '');
  leaveForDraw(host, fullReport);
  const other = { session: { ...host.session, get: () => ({ ...host.session.get(), userId: 'somebody-else' }) } };
  expect(leftForDraw(other)).toBeNull();
});
