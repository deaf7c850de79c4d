import { REGISTRY_ELEMENT_ID, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page-blocks';

/**
 * What the host takes of the page before any remote's code runs in it: settings and registry as the origin wrote them,
 * and the platform's own functions that its calls go through. What a remote changes later reaches none of it.
 */
export const pageStart = Object.freeze({
  settingsText: blockText(SETTINGS_ELEMENT_ID),
  registryText: blockText(REGISTRY_ELEMENT_ID),
  fetch: window.fetch.bind(window),
  random: Object.freeze({ getRandomValues: window.crypto.getRandomValues.bind(window.crypto) }),
});

function blockText(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}
