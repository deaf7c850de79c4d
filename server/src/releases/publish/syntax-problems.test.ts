import childProcess from 'node:child_process';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syntaxProblems } from './syntax-problems.ts';

const sources: readonly [name: string, source: string, problem: RegExp | null][] = [
  ['a module', 'import { a } from "./a.js";\nexport const b = a?.c ?? 1n;', null],
  ['class fields', 'class A { static b = 1; c = 2; }\nexport { A };', null],
  ['a hashbang', '#!/usr/bin/env node\nexport {};', null],
  ['nothing', '', null],
  ['no expression', 'const a = 1;\nlet b = ;', /:2:9 .*Unexpected token/],
  ['a name twice', 'const a = 1;\n\nconst a = 2;', /:3:7 .*already been declared/],
  ['an unknown export', 'export { a };', /:1:10 .*not defined/],
  ['a page', '<!doctype html>', /:1:1 /],
  ['sloppy code', 'with (a) {}', /strict/],
  ['await at the top', 'export const a = await b();', /:1:18 /],
  ['a static block', 'class A {\n  static { a(); }\n}', /:2:\d+ .*static blocks/],
  ['a private name', 'class A { #b = 1; c() { return this.#b; } }', null],
  ['a test for a private name', 'class A { #b; c(d) { return #b in d; } }', /:1:29 .*#name in object/],
  ['using', '{ using a = b(); }', /:1:9 /],
  ['a lookbehind', 'export const a = /(?<=b)c/;', /lookbehind/],
  ['a named group', 'export const a = /(?<b>c)/u;', null],
  ['the flag v', 'export const a = /[a--b]/v;', /:1:19 .*flag/i],
  ['the flag d', 'export const a = /a/d;', /flag d/],
  ['import attributes', 'import a from "./a.json" with { type: "json" };', /:1:26 /],
  ['a long chain of conditions', `export const a = ${'b ? 1 : '.repeat(3_000)} 2;`, null],
  ['deep nesting', `export const a = ${'['.repeat(200_000)}`, /stack space/],
];

describe('syntaxProblems', async () => {
  const found = await syntaxProblems(new Map(sources.map(([name, source]) => [`${name}.js`, Buffer.from(source)])));
  it.each(sources)('of %s', (name, _source, problem) => {
    const own = found.map(({ text }) => text).filter((text) => text.startsWith(`${name}.js:`));
    expect(own).toEqual(problem === null ? [] : [expect.stringMatching(problem)]);
  });

  it('takes no process when there is nothing to check', async () =>
    expect(await syntaxProblems(new Map())).toEqual([]));

  it('is no module of one that takes too much memory', async () => {
    const huge = new Map([['huge.js', Buffer.from(`export const a = [${'``,'.repeat(2 * 1024 * 1024)}];`)]]);
    expect(await syntaxProblems(huge)).toEqual([
      { kind: 'syntax', text: expect.stringMatching(/too much memory, to parse.* 256 MB/) },
    ]);
  }, 60_000);

  it('names a part of a long reason', async () => {
    const name = 'a'.repeat(100_000);
    const [problem] = await syntaxProblems(new Map([['a.js', Buffer.from(`let ${name}; let ${name};`)]]));
    expect(problem?.text).toMatch(/^a\.js:1:\d+ .{200,400}$/);
  });

  describe('of several releases', () => {
    let [running, most] = [0, 0];
    beforeEach(() => {
      most = 0;
      const { spawn } = childProcess;
      vi.spyOn(childProcess, 'spawn').mockImplementation((...how: Parameters<typeof spawn>) => {
        const child = spawn(...how);
        most = Math.max(most, (running += 1));
        child.once('close', () => (running -= 1));
        return child;
      });
      syncBuiltinESMExports();
    });
    afterEach(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    const modules = new Map([['a.js', Buffer.from('export {};')]]);

    it('is one check at a time', async () => {
      const checks = Array.from({ length: 4 }, () => syntaxProblems(modules));
      expect([await Promise.all(checks), most]).toEqual([[[], [], [], []], 1]);
    });

    it('comes to a team in its turn, however many another one has', async () => {
      const ended: string[] = [];
      const check = (sender: string) => syntaxProblems(modules, { sender }).then(() => ended.push(sender));
      await Promise.all(['a', 'a', 'a', 'b'].map(check));
      expect(ended).toEqual(['a', 'b', 'a', 'a']);
    });

    it('waits for a bounded time', async () => {
      const first = syntaxProblems(modules);
      expect(await syntaxProblems(modules, { waitMs: 0 })).toEqual([
        { kind: 'tooMany', text: expect.stringMatching(/checks other releases/) },
      ]);
      expect(await first).toEqual([]);
    });
  });

  it('names engines that the kit builds for', () => {
    const floor = readFileSync(new URL('../../../../remote-kit/src/vite/browser-floor.ts', import.meta.url), 'utf8');
    expect(floor).toContain("['chrome88', 'safari15.4', 'firefox98']");
  });
});
