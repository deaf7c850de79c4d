import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Requests whole shared modules, by namespace imports in the module parsed first. Otherwise the federation plugin
 * collects used exports until nothing is parsed for 10 ms, and a busy machine's build fails with "useState is not
 * exported".
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
