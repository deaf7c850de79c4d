import * as v from 'valibot';
import { type Address, splitQuery, splitTokens } from '@fridge/shared-contracts/page';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';
import { TOKENS_KEY } from './tokens-key.ts';

/** Each on its own: another release may have stored others. */
const parametersSchema = v.record(v.string(), v.fallback(v.pipe(v.string(), v.maxLength(2048)), ''));

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
    hasPersonal ? addressPersonal : splitQuery({ ...storedPersonal.read(), ...storedTokens.read() }).personal,
  );
  if (hasPersonal) storedPersonal.write(personal);
  storedTokens.remove();
  if (Object.keys(tokens).length > 0) {
    window.addEventListener('pagehide', () => storedTokens.write(tokens)); // refused: a reload loses them
    window.addEventListener('pageshow', storedTokens.remove);
  }
  return { path, query: { ...open, ...personal, ...tokens } };
}
