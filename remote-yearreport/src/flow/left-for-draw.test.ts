// @vitest-environment happy-dom
import { createFakeHost } from '@fridge/remote-kit/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { fullReport } from '../testing/report-of.ts';
import { leaveForDraw, leftForDraw } from './left-for-draw.ts';

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '');
});

it('gives the report back at the entry that it was left from, whatever the host keeps there, and at no other', () => {
  const { host } = createFakeHost();
  history.replaceState({ key: 'report', idx: 3 }, '');
  expect(leftForDraw(host)).toBeNull();
  leaveForDraw(host, fullReport);
  const entry = history.state;
  expect(entry).toMatchObject({ key: 'report', idx: 3 });
  history.replaceState({ key: 'report', idx: 3 }, '');
  expect(leftForDraw(host)).toBeNull();
  history.replaceState({ ...entry, key: 'renamed by the host' }, '');
  expect(leftForDraw(host)).toBe(fullReport);
});

it('keeps nothing where the entry cannot be marked, and nothing for another user', () => {
  const { host } = createFakeHost();
  const refuse = vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new Error('too many');
  });
  leaveForDraw(host, fullReport);
  expect(leftForDraw(host)).toBeNull();
  refuse.mockRestore();
  leaveForDraw(host, fullReport);
  const other = {
    session: { ...host.session, getState: () => ({ ...host.session.getState(), userId: 'somebody-else' }) },
  };
  expect(leftForDraw(other)).toBeNull();
});
