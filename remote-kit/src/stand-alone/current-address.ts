import { readAddress, writeQuery } from '@fridge/shared-contracts/host';
import type { Move } from '../testing/fake-navigation.ts';
import { createWritableStore } from '../testing/writable-store.ts';

const read = () => readAddress(window.location);

/** Where the page stands; a screen's moves change it as the host's history would. */
export const currentAddress = createWritableStore(read());

window.addEventListener('popstate', () => currentAddress.set(read()));

export function moveTo(move: Move): void {
  if (move[0] === 'back') {
    window.history.back();
    return;
  }
  const [kind, path, query = {}] = move;
  // Personal parameters stand in this bar: nobody shares a page of one developer's machine.
  const url = path + writeQuery(query);
  if (kind === 'push') window.history.pushState(null, '', url);
  else window.history.replaceState(null, '', url);
  currentAddress.set(read());
  window.scrollTo(0, 0);
}
