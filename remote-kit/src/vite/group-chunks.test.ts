import { describe, expect, it } from 'vitest';
import { withRuntime } from './group-chunks.ts';

const file = 'assets/rolldown-runtime-Ab_12-x.js';
const runtime = 'var e=Object.keys,t=(n)=>e(n).length;export{t as n,e as t};\n';

/** What a chunk without imports gives. */
const run = (code: string): unknown => new Function(`${code};return result`)();

describe("the bundler's helpers", () => {
  it('are written into the chunk that takes some of them, under its own names', () => {
    const code = withRuntime(
      `import{n as a}from"./rolldown-runtime-Ab_12-x.js";import{b}from"./shared.js";const result=a({x:1});`,
      file,
      runtime,
    );
    expect(code).not.toContain('rolldown-runtime');
    expect(code).toContain('import{b}from"./shared.js";');
    expect(run(code.replace('import{b}from"./shared.js";', ''))).toBe(1);
  });

  it('are written in also where the chunk isn’t minified, and from another folder', () => {
    const code = withRuntime(
      `import { n, t as keys } from "./assets/rolldown-runtime-Ab_12-x.js";\nconst result = n({ x: 1, y: 2 }) + keys({ z: 1 })[0];`,
      file,
      runtime,
    );
    expect(run(code)).toBe('2z');
  });

  it('leave a chunk alone that takes none', () =>
    expect(withRuntime('const result=1;', file, runtime)).toBe('const result=1;'));

  it.each([
    ['a chunk that takes them in another way', 'import*as r from"./rolldown-runtime-Ab_12-x.js";', runtime],
    [
      'helpers that are exported in another way',
      'import{n as a}from"./rolldown-runtime-Ab_12-x.js";',
      'export const n=1;',
    ],
  ])('stop the build for %s', (_, code, helpers) =>
    expect(() => withRuntime(code, file, helpers)).toThrow('group-chunks.ts'),
  );
});
