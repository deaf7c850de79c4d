import { describe, expect, it } from 'vitest';
import { timeoutError } from '@fridge/shared-contracts/host';
import { isCancel, timeoutReaction } from './bridge-errors.ts';

const occasion = { onCard: false, popup: false };

describe('timeoutReaction', () => {
  it.each([
    [timeoutError, { onCard: true, popup: true }, 'disconnected'],
    [timeoutError, { onCard: true }, 'disconnected'],
    [timeoutError, { popup: true }, 'popup'],
    [timeoutError, {}, 'none'],
    [{ code: 7, errMessage: 'TimeOut' }, { onCard: true, popup: true }, 'popup'],
    [{ code: 7, errMessage: 'TimeOut' }, { onCard: true }, 'none'],
    [{ code: -1, errMessage: 'refused' }, { onCard: true, popup: true }, 'none'],
  ])('%j with %j: %s', (error, changes, reaction) => expect(timeoutReaction(error, { ...occasion, ...changes })).toBe(reaction));
});

it.each([['share:cancel', true], ['用户取消', true], ['TimeOut', false], ['', false]])('%j is a changed mind: %j', (errMessage, cancelled) =>
  expect(isCancel({ code: 0, errMessage })).toBe(cancelled));
