/** Where a submission stands (spec section 4, "Upload"): locked from the click until a failure. */
export type Submission =
  | { at: 'editing' }
  /** The host is asked whether this user may, a login perhaps, and the server. */
  | { at: 'sending' }
  /** Done: nothing can be sent from this form any more. */
  | { at: 'sent' };

export type SubmissionEvent =
  | { type: 'pressed' }
  /** Nobody may, the server has refused it, or nobody knows: what was typed stays. */
  | { type: 'failed' }
  | { type: 'accepted' };

/** The next state; an event that doesn't belong to the state changes nothing, and gives the same object. */
export function nextSubmission(state: Submission, event: SubmissionEvent): Submission {
  switch (event.type) {
    case 'pressed':
      return state.at === 'editing' ? { at: 'sending' } : state;
    case 'failed':
      return state.at === 'sending' ? { at: 'editing' } : state;
    case 'accepted':
      return state.at === 'sending' ? { at: 'sent' } : state;
  }
}

/** Whether the button is locked and says so. */
export const isLocked = ({ at }: Submission): boolean => at !== 'editing';

/** What stands in the way of a submission before anything is sent. */
export type Hurdle<Problem> =
  | { is: 'closed'; entry: 'collectEnded' | 'notValid' }
  | { is: 'problem'; problem: Problem }
  | { is: 'pictureFailed'; id: string }
  | { is: 'pictureRunning' };

/**
 * The first hurdle: whether works are taken at all, then what was typed, then the pictures' uploads; `null` when the
 * way is free.
 */
export function findHurdle<Problem>({ entry, problem, pictures }: {
  entry: 'open' | 'collectEnded' | 'notValid';
  problem: Problem | null;
  pictures: { is: 'done' | 'running' } | { is: 'failed'; id: string };
}): Hurdle<Problem> | null {
  if (entry !== 'open') return { is: 'closed', entry };
  if (problem !== null) return { is: 'problem', problem };
  if (pictures.is === 'failed') return { is: 'pictureFailed', id: pictures.id };
  return pictures.is === 'running' ? { is: 'pictureRunning' } : null;
}
