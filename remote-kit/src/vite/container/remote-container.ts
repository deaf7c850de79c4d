import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Its chunk's name, which is the file's without hash. */
export const ENTRY_NAME = 'remoteEntry';

const ENTRY = '\0remote-entry';
const HOST_MODULE = '\0host-module:';

/**
 * Builds a remote as a Module Federation container (`container.ts`), for modules that only the host has. The federation
 * plugin's own would be 9 KB gzip of every first load.
 * @param shared names of the host's modules
 * @param activity path of the module that it exposes as `./activity`
 * @param folder the remote's
 */
export function remoteContainer(shared: readonly string[], activity: string, folder: string): Plugin {
  const container = JSON.stringify(join(import.meta.dirname, 'container'));
  const require = createRequire(join(folder, 'package.json'));
  return {
    name: 'remote-container',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      this.emitFile({ type: 'chunk', id: ENTRY, name: ENTRY_NAME, preserveSignature: 'strict' });
    },
    resolveId: (id) => (id === ENTRY ? id : shared.includes(id) ? HOST_MODULE + id : null),
    load(id) {
      if (id === ENTRY)
        return `import { createContainer } from ${container};
const exposes = { './activity': () => import(${JSON.stringify(activity)}) };
export const { init, get } = createContainer(${JSON.stringify(shared)}, exposes);`;
      if (!id.startsWith(HOST_MODULE)) return null;
      const name = id.slice(HOST_MODULE.length);
      const exported: object = require(name);
      const reads = Object.keys(exported).map((key) => `export const ${key} = /* @__PURE__ */ (() => whole.${key})();`);
      const code = `import { hostModules } from ${container};
const whole = hostModules[${JSON.stringify(name)}];
export default whole;
${reads.join('\n')}`;
      return { code, moduleSideEffects: true };
    },
    /** What screens share comes with the activity module: the host gives a screen's own code less time. */
    transform(code, id) {
      if (id !== activity) return null;
      return { code: `${shared.map((name) => `import ${JSON.stringify(name)};`).join('')}${code}`, map: null };
    },
  };
}
