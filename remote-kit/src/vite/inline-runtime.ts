import type { Plugin, Rolldown } from 'vite';

/** How the bundler names the chunk of its own few helpers. */
const RUNTIME_CHUNK = /^assets\/rolldown-runtime-[\w-]+\.js$/;

/**
 * Puts the bundler's own helpers into the chunks that use them. As soon as a CommonJS module or a namespace is in the
 * build they would be one file more on every route, of a few hundred bytes: a seventh that waits for a round trip
 * (`group-chunks.ts`). They are pure functions, so that several copies do no harm.
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
 * A chunk's code with what it imports of the runtime written into it.
 * @throws when the runtime isn't written as it used to be: a build that lost its helpers would fail in the page
 */
export function withRuntime(code: string, runtimeFile: string, runtimeCode: string): string {
  const name = runtimeFile.replace(/^.*\//, '').replaceAll('.', '\\.');
  const statement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'][^"']*${name}["'];?`);
  const asked = statement.exec(code);
  if (asked === null) {
    if (code.includes(runtimeFile.replace(/^.*\//, ''))) throw new Error(`A chunk takes ${runtimeFile} in another way than it used to: see remote-kit/src/vite/inline-runtime.ts.`);
    return code;
  }
  const exported = /export\s*\{([^}]*)\};?\s*$/.exec(runtimeCode);
  if (exported === null) throw new Error(`${runtimeFile} exports in another way than it used to: see remote-kit/src/vite/inline-runtime.ts.`);
  const given = pairs(exported[1] ?? '').map(([own, outside]) => `${outside}:${own}`).join(',');
  const taken = pairs(asked[1] ?? '').map(([outside, own]) => `${outside}:${own}`).join(',');
  const body = runtimeCode.slice(0, exported.index);
  return code.replace(statement, () => `const{${taken}}=(()=>{${body};return{${given}}})();`);
}

/** `a as b, c` as pairs: `[a, b]`, `[c, c]`. */
function pairs(list: string): [from: string, to: string][] {
  return list.split(',').map((each) => each.trim()).filter((each) => each !== '').map((each) => {
    const [from = '', to = from] = each.split(/\s+as\s+/);
    return [from, to];
  });
}
