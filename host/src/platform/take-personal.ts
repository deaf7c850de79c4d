import * as v from 'valibot';
import { type Address, isPersonalParameter, splitQuery, splitTokens } from '@fridge/shared-contracts/page';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';
import { TOKENS_KEY } from './tokens-key.ts';

const valueSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(2048));

/** Each on its own: another release may have stored others. */
const parametersSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((stored) =>
    Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, string] => isPersonalParameter(entry[0]) && v.is(valueSchema, entry[1]),
      ),
    ),
  ),
);

/**
 * Keeps the first address's personal parameters for the tab (architecture, "The native bridge"). They replace all
 * stored ones, to keep users apart; an address without any restores them.
 * @param storage sessionStorage; `null`: they last for this visit
 * @returns the address with personal parameters and tokens
 */
export function takePersonal(
  { path, query }: Address,
  storage: WebStorage | null,
  window: Pick<Window, 'addEventListener'>,
): Address {
  const storedPersonal = createJsonStorage(storage, 'personal-parameters', parametersSchema);
  const storedTokens = createJsonStorage(storage, TOKENS_KEY, parametersSchema);

  const { open, personal: addressPersonal } = splitQuery(query);
  const hasPersonal = Object.keys(addressPersonal).length > 0;
  const { tokens, rest: personal } = splitTokens(
    hasPersonal ? addressPersonal : { ...storedPersonal.read(), ...storedTokens.read() },
  );
  if (hasPersonal) storedPersonal.write(personal);
  storedTokens.remove();
  if (Object.keys(tokens).length > 0) {
    window.addEventListener('pagehide', () => storedTokens.write(tokens)); // refused: a reload loses them
    window.addEventListener('pageshow', storedTokens.remove);
  }
  return { path, query: { ...open, ...personal, ...tokens } };
}
