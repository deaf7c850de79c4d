import { signedFields } from '@fridge/shared-contracts';
import type { Form } from '../wire/read-form.ts';
import { refuse } from '../wire/refusal.ts';

/**
 * Only the fields that a call names may come: the signed concatenation is ambiguous, `{a:'1b2'}` reads like
 * `{a:'1', b:'2'}` (domain, "Signing").
 * @throws Refusal 400
 */
export function checkNamedFields(body: unknown, named: readonly string[]): asserts body is Form {
  if (typeof body !== 'object' || body === null) throw refuse.badInput();
  for (const [name, value] of Object.entries(body)) {
    const known = named.includes(name) || (signedFields as readonly string[]).includes(name); // widened so that any text may be asked for
    if (!known || typeof value !== 'string') throw refuse.badInput();
  }
}

