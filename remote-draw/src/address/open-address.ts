import type { HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';

type Recipient = Pick<Prize, 'userPhone' | 'userName' | 'userAddress'>;

/** Query of the address screen (spec section 2, "Routes"). */
export interface AddressVisit {
  id: string;
  /** `null` if `source` says there is no phone yet. */
  recipient: Recipient | null;
}

/** In the query, which survives a reload. */
const FROM_LIST = 'list';

/** From the prize list. */
export function openAddress(host: HostServices, { id, userPhone, userName, userAddress }: Prize): void {
  host.navigation.push('/address', {
    id,
    phone: userPhone || undefined,
    name: userName || undefined,
    address: userAddress || undefined,
    source: userPhone ? '1' : '0',
    from: FROM_LIST,
  });
}

/** Without `source`, `phone` is the user's, from the page context, not the recipient's. */
export function readAddressVisit(query: Readonly<Record<string, string>>): AddressVisit {
  const { id = '', phone = '', name = '', address = '', source } = query;
  const known = source === '1' && phone !== '';
  return { id, recipient: known ? { userPhone: phone, userName: name, userAddress: address } : null };
}

/** Returns to the prize list without a second history entry. */
export function leaveAddress(host: HostServices): void {
  if (host.navigation.query['from'] === FROM_LIST) host.navigation.back();
  else host.navigation.replace('/prize');
}
