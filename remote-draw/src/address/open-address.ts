import type { HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';

/** Whom a prize goes to, as far as that is known. */
type Recipient = Pick<Prize, 'userPhone' | 'userName' | 'userAddress'>;

/** What the address screen is opened with (spec section 2, "Routes"). */
export interface AddressVisit {
  /** The prize's. */
  id: string;
  /** What the opener knows already; `null` where `source` says that there is no phone yet. */
  recipient: Recipient | null;
}

/** The list names itself in the query, which outlives a reload: whoever came from it goes back to it. */
const FROM_LIST = 'list';

export function openAddress(host: HostServices, { id, userPhone, userName, userAddress }: Recipient & Pick<Prize, 'id'>, from: 'list' | 'wheel'): void {
  host.navigation.push('/address', {
    id,
    phone: userPhone || undefined,
    name: userName || undefined,
    address: userAddress || undefined,
    source: userPhone ? '1' : '0',
    from: from === 'list' ? FROM_LIST : undefined,
  });
}

/**
 * Reads what `openAddress`, or a link of another page, has handed over. The page's context has a `phone` as well, of
 * the user and not of a recipient: `source` tells which it is.
 */
export function readAddressVisit(query: Readonly<Record<string, string>>): AddressVisit {
  const { id = '', phone = '', name = '', address = '', source } = query;
  const known = source === '1' && phone !== '';
  return { id, recipient: known ? { userPhone: phone, userName: name, userAddress: address } : null };
}

/** Goes to the prize list without leaving the list twice in the history. */
export function leaveAddress(host: HostServices): void {
  if (host.navigation.query['from'] === FROM_LIST) host.navigation.back();
  else host.navigation.replace('/prize');
}
