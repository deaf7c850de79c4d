import type { HostServices, Prize } from '@fridge/shared-contracts';

/** Where the address screen was opened from in this visit: whoever came from the list goes back to it. */
let openedFromList = false;

/** What the address screen is told (spec section 2): `source` is 1 when a phone is already there. */
type Recipient = Pick<Prize, 'id' | 'userPhone' | 'userName' | 'userAddress'>;

export function openAddress(host: HostServices, prize: Recipient, from: 'list' | 'wheel'): void {
  openedFromList = from === 'list';
  host.navigation.push('/address', {
    id: prize.id,
    phone: prize.userPhone || undefined,
    name: prize.userName || undefined,
    address: prize.userAddress || undefined,
    source: prize.userPhone ? '1' : '0',
  });
}

/** Goes to the prize list without leaving the list twice in the history. */
export function leaveAddress(host: HostServices): void {
  if (openedFromList) host.navigation.back();
  else host.navigation.replace('/prize');
  openedFromList = false;
}
