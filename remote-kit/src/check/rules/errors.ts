import { fault, type VisitRule } from '../rule.ts';

const when = { opening: 'while it opens', leaving: 'while it is left', again: 'when it is opened again' } as const;

/** Errors are caught. The one of a screen that threw as it was drawn is told of there. */
export const errors: VisitRule = ({ page: { seen } }) => {
  if (seen.crash !== null) return [];
  return seen.errors.map(({ text, part }) =>
    fault(
      part === 'leaving' ? 'leaving' : 'errors',
      `${when[part]} an error isn't caught: ${text}`,
      'Catch it where it comes up. What a user should know goes to host.feedback.toast.',
    ),
  );
};
