import './lib/older-engines.ts';
import { capturedPage } from './captured-page.ts';
import {
  linksOfRoute,
  mayContainToken,
  otherRemoteAt,
  type PageData,
  parseJson,
  readAddress,
  type RegistryEntry,
  REMOTE_ATTRIBUTE,
  RUNTIME_FREE_ATTRIBUTE,
} from '@fridge/shared-contracts/page';
import { createFederation } from './federation/federation.ts';
import { createIntegrityMaps } from './federation/integrity-maps.ts';
import { preloadModules } from './federation/load-screen.ts';
import { addLink } from './lib/add-link.ts';
import { importMapSupport } from './lib/import-map-support.ts';
import { stylesBlockRequests } from './lib/styles-block-requests.ts';
import { TOKENS_KEY } from './platform/tokens-key.ts';

/**
 * Loads the remote's container and activity module, preloaded by `early-start.ts`. Remote code thus runs before the
 * host's: `captured-page.ts` has captured what the host needs. Left to the host: a page opened with a token, since the
 * host must remove the token first, and a container that needs the federation runtime.
 */
export const federation = createFederation();

/** The origin's own block, or none that can be read; the host checks the registry and the preview in it. */
const served = parseJson(capturedPage.registryText) as Partial<PageData> | null;
export const page: PageData = { registry: null, preloadLinks: {}, ...served };

export const integrity = createIntegrityMaps(
  [...document.querySelectorAll('script[type="importmap"]')].map((map) => map.textContent ?? ''),
  page.integrity ?? {},
  importMapSupport(navigator),
  capturedPage.fetch,
);

void start().catch(() => undefined); // the host loads it again

/**
 * By the links of the address, which `early-start.ts` adds, or behind a hash link those of the remote that it leads to.
 */
async function start(): Promise<void> {
  const { path } = readAddress(location);
  const links = page.preloadLinks[path] ?? (await linksOfOther(path));
  const modules = links.flatMap(({ rel, href }) => (rel === 'modulepreload' && href !== undefined ? [href] : []));
  const name = links[0]?.[REMOTE_ATTRIBUTE];
  const [entry] = modules;
  if (name === undefined || entry === undefined) return;
  preloadModules(modules);
  const hasToken = mayContainToken(location) || capturedPage.tabStorage?.getItem(TOKENS_KEY);
  const isRuntimeFree = links.some((link) => link[RUNTIME_FREE_ATTRIBUTE] !== undefined);
  if (!hasToken && isRuntimeFree) await federation.importActivity({ name, entry });
}

/** Its modules and styles wait for its integrity map, with which their addresses come. */
async function linksOfOther(path: string): Promise<Record<string, string>[]> {
  const other = otherRemoteAt(page, path);
  if (other === null || integrity.isBeyondEngine(other)) return []; // the host loads the document
  const remote = (await integrity.cover(other)) as RegistryEntry; // the origin's own, checked by its hash
  const links = remote.routes
    .filter((route) => route.path === path)
    .flatMap((route) => linksOfRoute({ name: other.name, remote, route }));
  const styles = stylesBlockRequests(navigator) ? [] : links.filter(({ rel }) => rel === 'preload');
  for (const attributes of styles) addLink(attributes);
  return links;
}
