import { describe, expect, it } from 'vitest';
import { findHurdle, isLocked, nextSubmission, type Submission, type SubmissionEvent } from './submission-machine.ts';

const all: Submission[] = [{ at: 'editing' }, { at: 'sending' }, { at: 'sent' }];

describe('a submission', () => {
  it.each<[SubmissionEvent['type'], Submission['at'], Submission['at']]>([
    ['pressed', 'editing', 'sending'],
    ['failed', 'sending', 'editing'],
    ['accepted', 'sending', 'sent'],
  ])('%s leads from %s to %s and changes nothing else', (type, from, to) => {
    for (const state of all) {
      const next = nextSubmission(state, { type });
      if (state.at === from) expect(next.at).toBe(to);
      else expect(next).toBe(state);
    }
  });

  it('is locked from the click until a failure', () => expect(all.map(isLocked)).toEqual([false, true, true]));
});

describe('the first hurdle', () => {
  const free = { entry: 'open', problem: null, pictures: { is: 'done' } } as const;
  it.each([
    ['none', {}, null],
    ['the period before everything', { entry: 'collectEnded', problem: 'p', pictures: { is: 'running' } }, { is: 'closed', entry: 'collectEnded' }],
    ['after the end', { entry: 'notValid' }, { is: 'closed', entry: 'notValid' }],
    ['what was typed before the pictures', { problem: 'p', pictures: { is: 'failed', id: 'a' } }, { is: 'problem', problem: 'p' }],
    ['a picture that failed', { pictures: { is: 'failed', id: 'a' } }, { is: 'pictureFailed', id: 'a' }],
    ['a picture on its way', { pictures: { is: 'running' } }, { is: 'pictureRunning' }],
  ] as const)('%s', (_, part, hurdle) => expect(findHurdle({ ...free, ...part })).toEqual(hurdle));
});
