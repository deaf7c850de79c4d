import type { UploadEntry } from '@fridge/shared-contracts/activities/contest';
import type { Step } from '@fridge/shared-ui';
import type { PictureProgress } from '../pictures/picture-machine.ts';

/** Spec section 4, "Upload": locked from the click until a failure. `sent` is final. */
export type Submission = { phase: 'editing' | 'sending' | 'sent' };
export type SubmissionEvent = { type: 'submitted' | 'failed' | 'accepted' };
export type SubmissionEffect = { type: 'send' };

export function submissionStep(state: Submission, { type }: SubmissionEvent): Step<Submission, SubmissionEffect> {
  if (type === 'submitted' && state.phase === 'editing') return { state: { phase: 'sending' }, effects: [{ type: 'send' }] };
  if (type !== 'submitted' && state.phase === 'sending') {
    return { state: { phase: type === 'failed' ? 'editing' : 'sent' }, effects: [] };
  }
  return { state, effects: [] };
}

export type Blocker<Problem> =
  | { type: 'closed'; entry: Exclude<UploadEntry, 'open'> }
  | { type: 'problem'; problem: Problem }
  | { type: 'pictureFailed'; id: string }
  | { type: 'pictureRunning' };

/** In this order: the contest's window, fields, uploads. */
export function findBlocker<Problem>({ entry, problem, pictures }: {
  entry: UploadEntry;
  problem: Problem | null;
  pictures: PictureProgress;
}): Blocker<Problem> | null {
  if (entry !== 'open') return { type: 'closed', entry };
  if (problem !== null) return { type: 'problem', problem };
  if (pictures.phase === 'failed') return { type: 'pictureFailed', id: pictures.id };
  return pictures.phase === 'running' ? { type: 'pictureRunning' } : null;
}
