import type { Plugin } from 'vite';
import { moduleFile } from '../../module-file.ts';
import { pairs } from '../group-chunks.ts';

const REMOTE_ENTRY = /^virtual:mf-REMOTE_ENTRY_ID:/;
const SHARE_WRAPPER = /__loadShare__/;
/** Emitted for pages that the remote would serve itself. */
const OWN_PAGE = /__(?:hostAutoInit|pendingShares)__/;

/**
 * Replaces the container of the federation plugin, 9 KB gzip of every first load, by `container.ts`, for modules that
 * only the host has. A development server keeps the plugin's.
 * @param shared names of the host's modules
 * @param activity path of the module that it exposes
 */
export function lightenContainer(shared: readonly string[], activity: string): Plugin {
  const container = JSON.stringify(moduleFile(import.meta.url, 'container'));
  return {
    name: 'lighten-container',
    apply: 'build',
    enforce: 'post', // the federation plugin generates the entry in its own `transform`
    transform(code, id) {
      if (REMOTE_ENTRY.test(id)) return { code: remoteEntry(code, container, shared, activity), map: null };
      if (SHARE_WRAPPER.test(id)) return { code: shareWrapper(code, container), map: null };
      return OWN_PAGE.test(id) ? { code: '', map: null } : null;
    },
    generateBundle(_options, bundle) {
      for (const [file, output] of Object.entries(bundle))
        if (output.type === 'chunk' && OWN_PAGE.test(output.facadeModuleId ?? '')) delete bundle[file];
    },
  };
}

/** @throws when the plugin generates another form */
export function remoteEntry(generated: string, container: string, shared: readonly string[], activity: string): string {
  part(generated, /export \{ (init), getExposes as get \}/);
  return `import { createContainer } from ${container};
const exposes = { './activity': () => import(${JSON.stringify(activity)}) };
export const { init, get } = createContainer(${JSON.stringify(shared)}, exposes);`;
}

/**
 * The bundler may leave out exports, but not the module: the plugin wraps each `import()` that alone would lead to it.
 * @throws when the plugin generates another form
 */
export function shareWrapper(generated: string, container: string): string {
  const keys = pairs(part(generated, /export \{ (__mf_0 as .+) \}/)).map(([, key]) => key);
  const reads = keys.map((key) => `const ${key}_ = /* @__PURE__ */ (() => whole.${key})();`);
  return `import { hostModules } from ${container};
const whole = hostModules['${part(generated, /"canonical":"default:(.+?)"/)}'];
${reads.join('\n')}
export { whole as default, whole as __moduleExports, ${keys.map((key) => `${key}_ as ${key}`).join(', ')} };`;
}

function part(generated: string, form: RegExp): string {
  const found = form.exec(generated)?.[1];
  if (found === undefined)
    throw new Error(`The federation plugin generates no ${form.source}: update lighten-container.ts.`);
  return found;
}
