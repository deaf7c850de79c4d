import { describe, expect, it } from 'vitest';
import type { WindowState } from '@fridge/shared-contracts';
import { createWindowJudge } from './window-judge.ts';

describe('createWindowJudge', () => {
  it('keeps its judgement for the visit and judges anew for the next', () => {
    let state: WindowState = 'open';
    const judge = createWindowJudge(() => state);
    expect(judge('visit 1', 'campaign2023')).toBe('open');
    state = 'ended';
    expect(judge('visit 1', 'campaign2023')).toBe('open');
    expect(judge('visit 2', 'campaign2023')).toBe('ended');
  });
});
