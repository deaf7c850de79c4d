import { describe, expect, it } from 'vitest';
import { findBlocker, type Submission, type SubmissionEvent, submissionStep } from './submission-machine.ts';

const all: Submission[] = [{ phase: 'editing' }, { phase: 'sending' }, { phase: 'sent' }];

describe('a submission', () => {
  it.each<[SubmissionEvent['type'], Submission['phase'], Submission['phase']]>([
    ['submitted', 'editing', 'sending'],
    ['failed', 'sending', 'editing'],
    ['accepted', 'sending', 'sent'],
  ])('%s leads from %s to %s and changes nothing else', (type, from, to) => {
    for (const state of all) {
      const next = submissionStep(state, { type });
      if (state.phase === from) expect(next.state.phase).toBe(to);
      else expect(next).toEqual({ state, effects: [] });
    }
  });

  it('is sent once, by the first click', () => {
    const { state, effects } = submissionStep({ phase: 'editing' }, { type: 'submitted' });
    expect(effects).toEqual([{ type: 'send' }]);
    expect(submissionStep(state, { type: 'submitted' }).effects).toEqual([]);
  });
});

describe('the first blocker', () => {
  const free = { entry: 'open', problem: null, pictures: { phase: 'done' } } as const;
  it.each([
    ['none', {}, null],
    ['the period before everything', { entry: 'collectEnded', problem: 'p', pictures: { phase: 'running' } }, { type: 'closed', entry: 'collectEnded' }],
    ['after the end', { entry: 'notValid' }, { type: 'closed', entry: 'notValid' }],
    ['what was typed before the pictures', { problem: 'p', pictures: { phase: 'failed', id: 'a' } }, { type: 'problem', problem: 'p' }],
    ['a picture that failed', { pictures: { phase: 'failed', id: 'a' } }, { type: 'pictureFailed', id: 'a' }],
    ['a picture on its way', { pictures: { phase: 'running' } }, { type: 'pictureRunning' }],
  ] as const)('%s', (_, part, blocker) => expect(findBlocker({ ...free, ...part })).toEqual(blocker));
});
