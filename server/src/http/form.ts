import { refuse } from './refusal.ts';

/** Unique names, because a signature covers one value per name. */
export type Form = Readonly<Record<string, string>>;

/** `required` fields aren't empty. */
export type NamedFields = { required: readonly string[]; optional: readonly string[] };

/**
 * Reads `application/x-www-form-urlencoded`.
 * @throws Refusal 400 for a repeated name, or NUL, which PostgreSQL can't store
 */
export function readForm(body: string): Form {
  const form: Record<string, string> = Object.create(null) as Record<string, string>; // no prototype: `__proto__` is an ordinary name
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in form || `${name}${value}`.includes('\0')) throw refuse.badInput();
    form[name] = value;
  }
  return form;
}

/** Whether a text may identify a repeatable draw or answer. Pages send UUIDs. */
export function isRequestId(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text);
}
