import { expect, it } from 'vitest';
import { LineTooLong, linesOf } from './socket-lines.ts';

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}
const read = async (texts: string[], most?: number) => {
  const lines: string[] = [];
  for await (const line of linesOf(chunks(...texts), most)) lines.push(line);
  return lines;
};

it.each([
  ['several in one chunk', ['a\nb\n'], ['a', 'b']],
  ['one over several chunks', ['a', 'b', 'c\nd', '\n'], ['abc', 'd']],
  ['other separators as they are', ['a\u2028b\u2029c\rd\n'], ['a\u2028b\u2029c\rd']],
  ['an unterminated rest', ['a\nb'], ['a']],
  ['empty ones', ['\n\n'], ['', '']],
])('linesOf gives %s', async (_, texts, lines) => expect(await read(texts)).toEqual(lines));

it('linesOf joins a character that is split between chunks', async () => {
  const [first, second] = [Buffer.from('长\n').subarray(0, 2), Buffer.from('长\n').subarray(2)];
  const lines = linesOf(
    (async function* () {
      yield first;
      yield second;
    })(),
  );
  expect((await lines.next()).value).toBe('长');
});

it('linesOf refuses a line without an end', async () => {
  await expect(read(['a\n', 'bb', 'bb'], 3)).rejects.toThrow(LineTooLong);
});
