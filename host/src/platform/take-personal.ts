import * as v from 'valibot';
import { type Address, personalParameters, splitQuery, splitTokens } from '@fridge/shared-contracts/host';
import { TOKENS_KEY } from './tokens-key.ts';

/** Where the personal parameters of this tab's visit are kept: sessionStorage survives a reload and no more. */
const KEPT_KEY = 'personal-parameters';

const keptSchema = v.record(v.picklist(personalParameters), v.pipe(v.string(), v.minLength(1), v.maxLength(2048)));

export interface TakenAddress {
  /** The address with everything it means, personal parameters and tokens included: for reading the page context. */
  address: Address;
  /** The parameters that may stand in the address bar. */
  open: Readonly<Record<string, string>>;
  /** Those that may not, without tokens. */
  personal: Readonly<Record<string, string>>;
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Parts the first address into what may stand in the bar and what tells who somebody is, and keeps the latter for the
 * tab (architecture, "The native bridge"). An address that brings any replaces the kept ones as a whole, so that two
 * people's never mix; one that brings none is a reload or a link within the product and gets them back.
 * @param storage sessionStorage, `null` where it is refused: then they last for this visit
 */
export function takePersonal({ path, query }: Address, storage: TabStorage | null, window: Pick<Window, 'addEventListener'>): TakenAddress {
  const { open, personal: brought } = splitQuery(query);
  const brings = Object.keys(brought).length > 0;
  const { tokens, rest: personal } = splitTokens(brings ? brought : { ...read(storage, KEPT_KEY), ...read(storage, TOKENS_KEY) });
  if (brings) keep(storage, KEPT_KEY, personal);
  const takeTokens = () => attempt(() => storage?.removeItem(TOKENS_KEY));
  takeTokens();
  if (Object.keys(tokens).length > 0) {
    const text = JSON.stringify(tokens); // now, before a remote runs
    window.addEventListener('pagehide', () => attempt(() => storage?.setItem(TOKENS_KEY, text)));
    window.addEventListener('pageshow', takeTokens);
  }
  return { address: { path, query: { ...open, ...personal, ...tokens } }, open, personal };
}

function keep(storage: TabStorage | null, key: string, parameters: Readonly<Record<string, string>>): void {
  attempt(() => storage?.setItem(key, JSON.stringify(parameters)));
}

function read(storage: TabStorage | null, key: string): Record<string, string> {
  const kept = v.safeParse(keptSchema, attempt(() => JSON.parse(storage?.getItem(key) ?? '{}')));
  return kept.success ? { ...kept.output } : {};
}

/** Full or refused: the visit goes on without a reload's memory. */
function attempt(access: () => unknown): unknown {
  try {
    return access();
  } catch {
    return undefined;
  }
}
