import { describe, expect, it } from 'vitest';
import { importAbsolutely, importAgain } from './heal-late-chunks.ts';

const late = 'assets/crop-Ab_12-x.js';
const rewrite = (code: string) => importAgain({ code, fileName: 'assets/writing-1.js' }, [late], 'HELPER', false);

describe('a late import', () => {
  it.each(['"', "'", '`'])('goes through the helper, quoted by %s', (quote) => {
    expect(rewrite(`x(()=>import(${quote}./crop-Ab_12-x.js${quote}))`)).toContain(
      `x(()=>$again(${quote}./crop-Ab_12-x.js${quote}))`,
    );
  });

  it('leaves every place of the code where its source map has it', () => {
    const code = 'a();import(`./crop-Ab_12-x.js`);b()';
    expect(rewrite(code).indexOf('b()')).toBe(code.indexOf('b()'));
  });

  it('leaves every other import as it is', () => {
    const code = 'import{a}from"./crop-Ab_12-x.js";import(`./other.js`);import(`./crop-Ab_12-x.js`)';
    expect(rewrite(code)).toContain('import{a}from"./crop-Ab_12-x.js";import(`./other.js`);$again(');
  });

  it('that is written otherwise stops the build', () =>
    expect(() => rewrite('import(name)')).toThrow('heal-late-chunks.ts'));
});

describe('what a late chunk imports', () => {
  const chunk = { fileName: late, imports: ['assets/index-1.js', 'assets/late-2.js'] };
  const present = new Set(['assets/index-1.js']);

  it('comes from its own address where the page has it, and from beside the chunk where not', () => {
    const code = 'import{a}from"./index-1.js";import"./index-1.js";import{b}from"./late-2.js";';
    expect(importAbsolutely({ ...chunk, code }, present)).toBe(
      'import{a}from"/assets/index-1.js";import"/assets/index-1.js";import{b}from"./late-2.js";',
    );
  });

  it('and is written otherwise stops the build', () =>
    expect(() => importAbsolutely({ ...chunk, code: 'import("./index-1.js")' }, present)).toThrow(
      'heal-late-chunks.ts',
    ));
});
