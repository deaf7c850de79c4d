import { describe, expect, it } from 'vitest';
import { addInside, withImport } from './edit-source.ts';

describe('addInside', () => {
  it.each([
    ['an empty object', 'const a = {};', 'const a = {\n  b: 1,\n};'],
    ['one on one line', 'const a = { c: 0 };', 'const a = { c: 0,\n  b: 1,\n};'],
    ['a comma that is missing', 'const a = {\n  c: 0\n};', 'const a = {\n  c: 0,\n  b: 1,\n};'],
    [
      'comments and texts with brackets',
      "const a = {\n  c: '}', // the {first}\n} as const;\n",
      "const a = {\n  c: '}', // the {first}\n  b: 1,\n} as const;\n",
    ],
    [
      'letters of more than one byte',
      "/* 野餐 */ const a = { c: '去哪儿' };",
      "/* 野餐 */ const a = { c: '去哪儿',\n  b: 1,\n};",
    ],
    ['what is indented', '  const a = {\n    c: 0,\n  };', '  const a = {\n    c: 0,\n    b: 1,\n  };'],
  ])('%s', (_, code, added) => {
    expect(addInside(code, /a = \{/, 'b: 1,')).toBe(added);
  });

  it('takes lists and functions', () => {
    expect(addInside('f([\n  1,\n]);', /f\(\[/, '2,')).toBe('f([\n  1,\n  2,\n]);');
    expect(addInside('function f() {\n  g();\n}', /f\(\) \{/, 'h();')).toBe('function f() {\n  g();\n  h();\n}');
  });

  it('finds no place', () => {
    expect(addInside('const a = [];', /a = \{/, 'b: 1,')).toBeNull();
    expect(addInside("const a = 'b = {';", /b = \{/, 'b: 1,')).toBeNull();
  });
});

it.each([
  ['const b = a;', 'a', "import { a } from 'm';\n\nconst b = a;"],
  ["import { c } from 'm';\n", 'a', "import { c, a } from 'm';\n"],
  ["import {\n  c,\n  d,\n} from 'm';\n", 'a', "import {\n  c,\n  d, a } from 'm';\n"],
  ["import { a, c } from 'm';\n", 'a', "import { a, c } from 'm';\n"],
  ["import * as a from 'm';\n", '* as a', "import * as a from 'm';\n"],
  ["import x from 'y';\n", '* as a', "import * as a from 'm';\nimport x from 'y';\n"],
])('%j gets the import of %s', (code, name, changed) => {
  expect(withImport(code, name, 'm')).toBe(changed);
});
