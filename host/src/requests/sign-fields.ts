import type { Fields, Sign } from './signer.ts';

export interface SigningDependencies {
  sign: Sign;
  /** Real time of the server, milliseconds. */
  now: () => number;
  random: Pick<Crypto, 'getRandomValues'>;
}

/**
 * Completes a call's fields with `time_stamp`, `nonce` (128 random bits) and `token`. Absent and empty fields are
 * left out before signing: a form can't tell them apart.
 */
export async function signFields(
  fields: Readonly<Record<string, string | undefined>>,
  { sign, now, random }: SigningDependencies,
): Promise<{ fields: Fields; stamp: number }> {
  const stamp = now();
  const complete: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== '') complete[name] = value;
  complete['time_stamp'] = String(stamp);
  complete['nonce'] = Array.from(random.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { fields: { ...complete, token: await sign(complete) }, stamp };
}
