import { refuse } from './refusal.ts';

/** A parsed form. Names are unique, because a signature covers one value per name. */
export type Form = Readonly<Record<string, string>>;

/** `required` fields are never empty. */
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

/** Whether a text may be a page's id of one draw or answer, whose result is repeated. Pages send UUIDs. */
export function isRequestId(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text);
}
