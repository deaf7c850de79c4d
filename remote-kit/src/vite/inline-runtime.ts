import type { Plugin, Rolldown } from 'vite';

const RUNTIME_CHUNK = /^assets\/rolldown-runtime-[\w-]+\.js$/;

/**
 * Inlines the bundler's helpers (pure functions), which would be one more small file on every route
 * (`group-chunks.ts`).
 */
export function inlineRuntime(): Plugin {
  return {
    name: 'inline-runtime',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const runtime = Object.values(bundle).find((file): file is Rolldown.OutputChunk => file.type === 'chunk' && RUNTIME_CHUNK.test(file.fileName));
      if (!runtime) return;
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file !== runtime) file.code = withRuntime(file.code, runtime.fileName, runtime.code);
      }
      delete bundle[runtime.fileName];
    },
  };
}

/**
 * @returns the code with its runtime imports inlined
 * @throws when the bundler's output has another form
 */
export function withRuntime(code: string, runtimeFile: string, runtimeCode: string): string {
  const name = runtimeFile.replace(/^.*\//, '').replaceAll('.', '\\.');
  const statement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'][^"']*${name}["'];?`);
  const runtimeImport = statement.exec(code);
  if (runtimeImport === null) {
    if (code.includes(runtimeFile.replace(/^.*\//, ''))) throw new Error(`Unknown form of the import of ${runtimeFile}: update inline-runtime.ts.`);
    return code;
  }
  const exported = /export\s*\{([^}]*)\};?\s*$/.exec(runtimeCode);
  if (exported === null) throw new Error(`Unknown form of the exports of ${runtimeFile}: update inline-runtime.ts.`);
  const exportedNames = pairs(exported[1] ?? '').map(([own, outside]) => `${outside}:${own}`).join(',');
  const importedNames = pairs(runtimeImport[1] ?? '').map(([outside, own]) => `${outside}:${own}`).join(',');
  const body = runtimeCode.slice(0, exported.index);
  return code.replace(statement, () => `const{${importedNames}}=(()=>{${body};return{${exportedNames}}})();`);
}

/** `a as b, c` as pairs: `[a, b]`, `[c, c]`. */
function pairs(list: string): [from: string, to: string][] {
  return list.split(',').map((each) => each.trim()).filter((each) => each !== '').map((each) => {
    const [from = '', to = from] = each.split(/\s+as\s+/);
    return [from, to];
  });
}
