import { movedAddress } from '@fridge/shared-contracts/page';
import { createLoadAgain } from './load-again.ts';

/**
 * Replaces Vite's preload helper, which skips a failed stylesheet on later tries and leaves the chunk unstyled. Failed
 * scripts are reported by the import.
 * @param deps paths from the host's root: of the chunk, which its import alone asks for, and of what it needs
 */
export function preload<Module>(load: () => Promise<Module>, deps: readonly string[] = []): Promise<Module> {
  const sheets = deps.slice(1).flatMap((dep) => {
    if (dep.endsWith('.css')) return [loadSheet(`/${dep}`)];
    if (!document.querySelector(`link[href="/${dep}"]`)) attach('modulepreload', `/${dep}`).catch(() => undefined);
    return [];
  });
  return Promise.all([load(), ...sheets]).then(([module]) => module);
}

const loadSheet = createLoadAgain((href) => attach('stylesheet', href), movedAddress);

function attach(rel: 'stylesheet' | 'modulepreload', href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${href} didn't arrive.`));
    });
    Object.assign(link, { rel, href, crossOrigin: '' });
    document.body.append(link); // after the host's own stylesheet, which the page has at its end
  });
}
