/**
 * Loads a module's file, without running it, if it has this hash.
 * @param asModule by a preload link, so that the page can import nothing else from the address; otherwise by `fetch`,
 *   whose bytes the import takes from the cache
 */
export async function verifyFile(
  address: string,
  integrity: string,
  { asModule, fetch }: { asModule: boolean; fetch: typeof globalThis.fetch },
): Promise<void> {
  if (asModule) return preloadVerified(address, integrity);
  const response = await fetch(address, { integrity, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${address} didn't arrive.`);
}

function preloadVerified(address: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address} didn't arrive, or isn't what was published.`));
    });
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    link.href = address;
    document.head.append(link);
  });
}
