import { movedAddress } from '@fridge/shared-contracts/page';
import { createLoadAgain } from './load-again.ts';

/**
 * Replaces Vite's preload helper, which skips a failed stylesheet on later tries and leaves the chunk unstyled. Failed
 * scripts are reported by the import.
 * @param deps paths from the host's root
 */
export function preload<Module>(load: () => Promise<Module>, deps: readonly string[] = []): Promise<Module> {
  const sheets = deps.flatMap((dep) => {
    if (dep.endsWith('.css')) return [loadSheet(`/${dep}`)];
    preloadScript(`/${dep}`);
    return [];
  });
  return Promise.all([load(), ...sheets]).then(([module]) => module);
}

const loadSheet = createLoadAgain(attachSheet, movedAddress);

function attachSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${href} didn't arrive.`));
    });
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  });
}

function preloadScript(href: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
