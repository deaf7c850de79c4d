import { describe, expect, it } from 'vitest';
import { timeoutError } from '@fridge/shared-contracts';
import { timeoutReaction } from './timeout-reaction.ts';

const occasion = { onCard: false, popup: false, covered: false };

describe('timeoutReaction', () => {
  it.each([
    [timeoutError, { onCard: true, popup: true }, 'disconnected'],
    [timeoutError, { onCard: true }, 'disconnected'],
    [timeoutError, { popup: true }, 'popup'],
    [timeoutError, {}, 'none'],
    [{ code: 7, errMessage: 'TimeOut' }, { onCard: true, popup: true }, 'popup'],
    [{ code: 7, errMessage: 'TimeOut' }, { onCard: true }, 'none'],
    [{ code: -1, errMessage: 'refused' }, { onCard: true, popup: true }, 'none'],
    [timeoutError, { onCard: true, popup: true, covered: true }, 'none'],
  ])('%j with %j: %s', (error, changes, reaction) => expect(timeoutReaction(error, { ...occasion, ...changes })).toBe(reaction));
});
