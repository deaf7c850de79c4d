import { Parser, tokTypes } from 'acorn';

/**
 * Parses modules as the engines of the browser floor do (Chrome 88, Safari 15.4, Firefox 98). Run by `syntax-problems.ts`
 * in a process of its own: a large module would hold up the server.
 *
 * Input: a line with a JSON list of `[file, bytes]`, then the files' bytes one after another. Output: a JSON list of
 * `[file, line, column, reason]` for those that don't parse.
 */
const FLOOR = {
  ecmaVersion: 2022,
  sourceType: 'module',
  allowHashBang: true,
};

/** What ECMAScript 2022 has and one of the engines lacks; each came with the version named. */
const FloorParser = Parser.extend(
  (Base) =>
    class extends Base {
      /** Outside of functions: Chrome 89. */
      get canAwait() {
        return this.inAsync;
      }
      /** Chrome 94, Safari 16.4. */
      parseClassStaticBlock() {
        this.raise(this.start, 'engines of the browser floor have no static blocks of classes');
      }
      /** Chrome 91. */
      parseMaybeUnary(...options) {
        if (this.type === tokTypes.privateId)
          this.raise(this.start, 'engines of the browser floor have no tests for private names (#name in object)');
        return super.parseMaybeUnary(...options);
      }
      /** The flag d: Chrome 90. */
      validateRegExpFlags(state) {
        if (state.flags.includes('d'))
          this.raise(state.start, 'engines of the browser floor have no flag d of regular expressions');
        super.validateRegExpFlags(state);
      }
      /** Safari 16.4. */
      regexp_eatAssertion(state) {
        if (/^\(\?<[=!]/.test(state.source.slice(state.pos)))
          state.raise('engines of the browser floor have no lookbehind');
        return super.regexp_eatAssertion(state);
      }
    },
);

/** Characters: a reason may quote a name as long as the module. */
const MOST_REASON = 200;

function problemOf(source) {
  try {
    FloorParser.parse(source, FLOOR);
    return null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column } = error.loc;
    return [line, column + 1, error.message.replace(/ \(\d+:\d+\)$/, '').slice(0, MOST_REASON)];
  }
}

const parts = [];
for await (const part of process.stdin) parts.push(part);
const input = Buffer.concat(parts);
let at = input.indexOf('\n') + 1;
const found = JSON.parse(input.toString('utf8', 0, at)).flatMap(([file, bytes]) => {
  const problem = problemOf(input.toString('utf8', at, (at += bytes)));
  return problem === null ? [] : [[file, ...problem]];
});
process.stdout.write(JSON.stringify(found));
