import { REGISTRY_ELEMENT_ID, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/host';
import { safeStorage } from './lib/safe-storage.ts';

const { defineProperties } = Object;
const Request = XMLHttpRequest;
const { open, setRequestHeader } = Request.prototype;

/**
 * What the host takes of the page before any remote's code runs in it: settings and registry as the origin wrote them,
 * and the platform's own functions that credentials go through. What a remote changes later reaches none of it.
 */
export const pageStart = Object.freeze({
  settingsText: blockText(SETTINGS_ELEMENT_ID),
  registryText: blockText(REGISTRY_ELEMENT_ID),
  fetch: window.fetch.bind(window),
  random: Object.freeze({ getRandomValues: window.crypto.getRandomValues.bind(window.crypto) }),
  /** A request whose address and headers pass through the browser's own methods. */
  createRequest: (): XMLHttpRequest => defineProperties(new Request(), { open: { value: open }, setRequestHeader: { value: setRequestHeader } }),
  tabStorage: ownMethods(safeStorage(() => sessionStorage)),
});

function blockText(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

function ownMethods(storage: Storage | null): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null {
  return storage && { getItem: storage.getItem.bind(storage), setItem: storage.setItem.bind(storage), removeItem: storage.removeItem.bind(storage) };
}
