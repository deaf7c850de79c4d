import { REGISTRY_ELEMENT_ID, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page';
import { accessStorage } from '@fridge/shared-ui';

const { defineProperties } = Object;
const Request = XMLHttpRequest;
const { open, setRequestHeader } = Request.prototype;

/**
 * Settings, registry, clocks and what carries the authorization header, captured before a remote's code runs: its
 * monitoring may patch requests and record their headers. No wall against code that wants a token (decision 11).
 */
export const capturedPage = {
  settingsText: blockText(SETTINGS_ELEMENT_ID),
  registryText: blockText(REGISTRY_ELEMENT_ID),
  serverTimings: readServerTimings(),
  fetch: window.fetch.bind(window),
  createXhr: (): XMLHttpRequest =>
    defineProperties(new Request(), { open: { value: open }, setRequestHeader: { value: setRequestHeader } }),
  tabStorage: accessStorage(() => sessionStorage),
};

// Schemas and browsers' option objects read inherited properties: one more would break every parse in the page.
Object.preventExtensions(Object.prototype);

function blockText(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** Of the page's own response (`serverTimings` of the contract), by name. Empty in engines that don't tell. */
function readServerTimings(): Readonly<Record<string, string>> {
  // Absent or partial in older engines.
  const [entry] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  return Object.fromEntries((entry?.serverTiming ?? []).map(({ name, description }) => [name, description]));
}

/** The same of another answer of the page, for engines that don't tell. @throws when none comes */
export async function requestServerTimings(): Promise<Readonly<Record<string, string>>> {
  const { headers } = await capturedPage.fetch(location.href, { method: 'HEAD' });
  const entries = (headers.get('server-timing') ?? '').matchAll(/(\w+);desc="([^"]*)"/g);
  return Object.fromEntries([...entries].map(([, name, description]) => [name, description]));
}
