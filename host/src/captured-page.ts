import { REGISTRY_ELEMENT_ID, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page';
import { accessStorage, type WebStorage } from '@fridge/shared-ui';

const { defineProperties } = Object;
const Request = XMLHttpRequest;
const { open, setRequestHeader } = Request.prototype;

/** Settings, registry, clocks and functions for credentials, captured before a remote can replace them. */
export const capturedPage = Object.freeze({
  settingsText: blockText(SETTINGS_ELEMENT_ID),
  registryText: blockText(REGISTRY_ELEMENT_ID),
  serverTimings: readServerTimings(),
  fetch: window.fetch.bind(window),
  random: Object.freeze({ getRandomValues: window.crypto.getRandomValues.bind(window.crypto) }),
  createXhr: (): XMLHttpRequest =>
    defineProperties(new Request(), { open: { value: open }, setRequestHeader: { value: setRequestHeader } }),
  tabStorage: withOwnMethods(accessStorage(() => sessionStorage)),
});

function blockText(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** Of the page's own response (`serverTimings` of the contract), by name. Empty in engines that don't tell. */
function readServerTimings(): Readonly<Record<string, string>> {
  // Absent or partial in older engines.
  const [entry] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  const timings: Record<string, string> = {};
  for (const { name, description } of entry?.serverTiming ?? []) timings[name] = description;
  return Object.freeze(timings);
}

function withOwnMethods(storage: Storage | null): WebStorage | null {
  return (
    storage && {
      getItem: storage.getItem.bind(storage),
      setItem: storage.setItem.bind(storage),
      removeItem: storage.removeItem.bind(storage),
    }
  );
}
