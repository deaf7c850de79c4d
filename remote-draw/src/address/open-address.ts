import type { HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';

/** What the address screen is told (spec section 2): `source` is 1 when a phone is already there. */
type Recipient = Pick<Prize, 'id' | 'userPhone' | 'userName' | 'userAddress'>;

/** The list names itself in the query, which outlives a reload: whoever came from it goes back to it. */
const FROM_LIST = 'list';

export function openAddress(host: HostServices, prize: Recipient, from: 'list' | 'wheel'): void {
  host.navigation.push('/address', {
    id: prize.id,
    phone: prize.userPhone || undefined,
    name: prize.userName || undefined,
    address: prize.userAddress || undefined,
    source: prize.userPhone ? '1' : '0',
    from: from === 'list' ? FROM_LIST : undefined,
  });
}

/** Goes to the prize list without leaving the list twice in the history. */
export function leaveAddress(host: HostServices): void {
  if (host.navigation.query['from'] === FROM_LIST) host.navigation.back();
  else host.navigation.replace('/prize');
}
