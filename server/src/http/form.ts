import { refuse } from './refusal.ts';

/** A form as it was sent. No name occurs twice: which of two values was signed would be anybody's guess. */
export type Form = Readonly<Record<string, string>>;

/** The fields that a request names: those it has to carry, never empty, and those it may. */
export type NamedFields = { required: readonly string[]; optional: readonly string[] };

/**
 * Reads `application/x-www-form-urlencoded`.
 * @throws Refusal 400 for a repeated name, or for NUL, which no text column can hold
 */
export function readForm(body: string): Form {
  const form: Record<string, string> = Object.create(null) as Record<string, string>; // no prototype: `__proto__` is a name like any other
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in form || `${name}${value}`.includes('\0')) throw refuse.badInput();
    form[name] = value;
  }
  return form;
}
