import * as v from 'valibot';
import { type Address, personalParameters, splitQuery } from '@fridge/shared-contracts';

/** Where the personal parameters of this tab's visit are kept: sessionStorage survives a reload and no more. */
const STORAGE_KEY = 'personal-parameters';

const keptSchema = v.record(v.picklist(personalParameters), v.pipe(v.string(), v.minLength(1), v.maxLength(2048)));

export interface TakenAddress {
  /** The address with everything it means, personal parameters included: for reading the page context. */
  address: Address;
  /** The parameters that may stand in the address bar. */
  open: Readonly<Record<string, string>>;
  /** Those that may not. */
  personal: Readonly<Record<string, string>>;
}

/**
 * Parts the first address into what may stand in the bar and what tells who somebody is, and keeps the latter for the
 * tab (architecture, "The native bridge"). An address that brings any replaces the kept ones as a whole, so that two
 * people's never mix; one that brings none is a reload or a link within the product and gets them back.
 * @param storage sessionStorage, `null` where it is refused: then they last for this visit
 */
export function takePersonal({ path, query }: Address, storage: Pick<Storage, 'getItem' | 'setItem'> | null): TakenAddress {
  const { open, personal: brought } = splitQuery(query);
  const brings = Object.keys(brought).length > 0;
  if (brings) keep(brought, storage);
  const personal = brings ? brought : readKept(storage);
  return { address: { path, query: { ...open, ...personal } }, open, personal };
}

function keep(personal: Readonly<Record<string, string>>, storage: Pick<Storage, 'setItem'> | null): void {
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify(personal));
  } catch {
    // Full or refused: the visit goes on without a reload's memory.
  }
}

function readKept(storage: Pick<Storage, 'getItem'> | null): Record<string, string> {
  try {
    const kept = v.safeParse(keptSchema, JSON.parse(storage?.getItem(STORAGE_KEY) ?? '{}'));
    return kept.success ? { ...kept.output } : {};
  } catch {
    return {};
  }
}
