import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Makes a remote ask for its shared modules as a whole, by naming them as namespaces in the module that is parsed
 * first. Left alone, the federation plugin lists the exports that are used and takes that list for complete once
 * nothing has been parsed for 10 ms: on a busy machine it then forgets exports, and the build fails with
 * "useState is not exported". Nothing of this stays in the output, and the host hands over the whole module anyway.
 */
export function shareWholeModules(shared: readonly string[], entry: string): Plugin {
  return {
    name: 'share-whole-modules',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id !== resolve(entry)) return null;
      const imports = shared.map((name, index) => `import * as shared${index} from '${name}';`).join('');
      const uses = `void [${shared.map((_, index) => `shared${index}`).join(', ')}];`;
      return { code: `${imports}${code}\n${uses}`, map: null };
    },
  };
}
