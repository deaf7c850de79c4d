import { fill, readerCharacters } from '@fridge/shared-contracts';
import {
  type ContestField,
  type ContestProblem,
  countWritten,
  type ProblemKey,
  problemMessages,
} from '@fridge/shared-contracts/activities/contest';
import { Field } from '@fridge/shared-ui';
import type { ComponentProps } from 'react';
import { copy } from '../copy.ts';
import type { FormValues } from './form-kinds.ts';
import type { FieldsProps } from './work-form.ts';

interface TextFieldProps extends ComponentProps<typeof Field>, FieldsProps<FormValues> {
  /** Characters. */
  limit: number;
  /** Toasted when an insertion was cut to the limit. Without it, a longer text stays. */
  cut?: ProblemKey;
}

/** With a counter. */
export function TextField({ form, limit, cut, ...rest }: TextFieldProps) {
  const { value, rows, placeholder } = rest;
  const accept = (after: string, before: string) => {
    const kept = cut && cutInsertion(before, after, limit);
    if (cut && kept) form.host.feedback.toast(problemMessages[cut]);
    return kept ?? { text: after };
  };
  const n = countWritten(value);
  const count = fill(copy['contest.form.counter'], { n, max: limit });
  return (
    <Field
      autoComplete="off"
      enterKeyHint={rows === 1 ? 'next' : undefined}
      {...rest}
      // A word joiner keeps `100-1000` on one line.
      placeholder={placeholder?.replace(/(\d-)(\d)/g, '$1\u2060$2')}
      note={n > limit ? <strong>{count}</strong> : count}
      accept={accept}
    />
  );
}

/** Of a field that may stay empty. */
export const optionalLabel = (label: string) => (
  <>
    {label}
    <small>{copy['contest.form.optional']}</small>
  </>
);

/** The deck's text of a field's problem. @param step for one of several */
export function problemText(problem: ContestProblem | null, field: ContestField, step?: number): string | null {
  return problem?.field === field && problem.step === step ? problemMessages[problem.messageKey] : null;
}

/**
 * Cuts an insertion to a field's limit, counting as the server does (spec section 5). Never cuts the text around it, or
 * a text that became shorter.
 * @returns the text, and the caret in UTF-16 units; `null` if it fits
 */
export function cutInsertion(before: string, after: string, limit: number): { text: string; caret: number } | null {
  const written = countWritten(after);
  if (written <= limit || written <= countWritten(before)) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const end = after.slice(after.length - tail);
  const inserted = readerCharacters(after.slice(start, after.length - tail));
  const textWith = (count: number) => after.slice(0, start) + inserted.slice(0, count).join('');
  let fitting = inserted.length;
  // Again, since what is cut may be of a tag, which doesn't count.
  for (let excess = written - limit; excess > 0 && fitting > 0; excess = countWritten(textWith(fitting) + end) - limit)
    fitting = Math.max(0, fitting - excess);
  const text = textWith(fitting);
  return { text: text + end, caret: text.length };
}
