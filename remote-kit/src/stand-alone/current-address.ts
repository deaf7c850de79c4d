import { readAddress, writeQuery } from '@fridge/shared-contracts/host';
import type { Move } from '../testing/fake-navigation.ts';
import { createWritableStore } from '../testing/writable-store.ts';

const read = () => readAddress(window.location);

/** The page's address, which a screen's navigation changes. */
export const currentAddress = createWritableStore(read());

window.addEventListener('popstate', () => currentAddress.set(read()));

export function moveTo(move: Move): void {
  if (move[0] === 'back') {
    window.history.back();
    return;
  }
  const [kind, path, query = {}] = move;
  // Personal parameters stay: the page runs on a developer's machine.
  const url = path + writeQuery(query);
  if (kind === 'push') window.history.pushState(null, '', url);
  else window.history.replaceState(null, '', url);
  currentAddress.set(read());
  window.scrollTo(0, 0);
}
