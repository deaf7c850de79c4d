import type { ContestField } from '@fridge/shared-contracts/activities/contest';
import { type RefObject, useEffect } from 'react';
import { copy } from '../copy.ts';
import type { WorkFormState } from './work-form.ts';

/** The deck's words for what is wrong with a field, or with one of several; `null` when nothing is. */
export type ShownProblem = (field: ContestField, step?: number) => string | null;

/** Leads to the field of a form's problem: it comes into sight and takes the focus, each time the user is told. */
export function useShownProblem(form: RefObject<HTMLElement | null>, problem: WorkFormState<unknown>['problem']): ShownProblem {
  useEffect(() => {
    if (problem === null) return;
    const field = `[data-field="${problem.field}"]`;
    const step = problem.step === undefined ? '' : `[data-step="${problem.step}"]`;
    // A full list of pictures has no button to add one: its first picture is as near.
    leadTo(form.current?.querySelector<HTMLElement>(`${field}${step}, ${field} button`));
  }, [form, problem]);
  return (field, step) => (problem !== null && problem.field === field && problem.step === step ? copy[problem.messageKey] : null);
}

/**
 * Gives something the focus and brings what it belongs to (`data-lead`: label, control and problem) into sight, below the
 * header and above the toast in the middle.
 */
export function leadTo(control: HTMLElement | null | undefined): void {
  if (!control) return;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  control.focus({ preventScroll: true });
  (control.closest('[data-lead]') ?? control).scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
}
