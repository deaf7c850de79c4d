import type { CallResult } from '@fridge/shared-contracts';
import { describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import { failureMessage } from './use-draw.ts';

type Failure = Extract<CallResult<unknown>, { ok: false }>;
const failure = (reason: Failure['reason'], code = 0, message = 'server'): Failure => ({
  ok: false,
  reason,
  code,
  message,
});

describe('failureMessage', () => {
  it.each<[Failure['reason'], string]>([
    ['refused', 'server'],
    ['notice', 'server'],
    ['timeout', copy['draw.wheel.unknown.toast']],
    ['network', copy['draw.wheel.unknown.toast']],
    ['malformed', copy['draw.wheel.unknown.toast']],
    ['aborted', copy['draw.wheel.unknown.toast']],
  ])('%s says %s', (reason, message) => expect(failureMessage(failure(reason, 500))).toBe(message));

  it('is never empty', () => expect(failureMessage(failure('refused', 409, ''))).not.toBe(''));
});
