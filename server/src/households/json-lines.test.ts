import { describe, expect, it } from 'vitest';
import { inParts, readJsonLines } from './json-lines.ts';

/** The bytes in pieces of a size, as a file's stream may cut them: in the middle of a line or a character. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
const LONGEST = 50_000;
async function read(file: string | Buffer, size = 7): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of readJsonLines(inPieces(Buffer.from(file), size), LONGEST)) lines.push(line);
  return lines;
}

describe('readJsonLines', () => {
  it.each([1, 2, 7, 1_000])('reads each line from pieces of %i bytes', async (size) => {
    const file = '\uFEFF{"fridgeId":"F1","problem":"控糖"}\n\n  \r\n{"fridgeId":"F2"}\r\n[1]\n"last"';
    expect(await read(file, size)).toEqual([
      { line: 1, bytes: 39, value: { fridgeId: 'F1', problem: '控糖' } },
      { line: 4, bytes: 18, value: { fridgeId: 'F2' } },
      { line: 5, bytes: 3, value: [1] },
      { line: 6, bytes: 6, value: 'last' },
    ]);
  });

  it('names each bad line without quoting it and reads on', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"fridgeId":"F1",\n{"a":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
      Buffer.from(`"${'x'.repeat(LONGEST)}"\n{}`),
    ]);
    expect(await read(broken, 4_096)).toEqual([
      { line: 1, reason: 'not JSON' },
      { line: 2, reason: 'not UTF-8' },
      { line: 3, reason: `longer than ${LONGEST} bytes` },
      { line: 4, bytes: 2, value: {} },
    ]);
  });

  it.each(['', '\n', '\r\n\n'])('finds nothing in %j', async (file) => expect(await read(file)).toEqual([]));
});

describe('inParts', () => {
  async function* linesOf(...sizes: number[]) {
    for (const bytes of sizes) yield { bytes };
  }
  it.each([
    { sizes: [], parts: [] },
    { sizes: [1, 1, 1, 1], parts: [[1, 1, 1], [1]] },
    { sizes: [6, 5, 1], parts: [[6], [5, 1]] },
    { sizes: [1, 99, 1], parts: [[1], [99], [1]] },
  ])('cuts $sizes into $parts', async ({ sizes, parts }) => {
    const found: number[][] = [];
    for await (const part of inParts(linesOf(...sizes), { lines: 3, bytes: 10 }))
      found.push(part.map(({ bytes }) => bytes));
    expect(found).toEqual(parts);
  });
});
