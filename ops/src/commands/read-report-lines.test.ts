import { REPORT_BYTES } from '@fridge/server/operator-protocol';
import { describe, expect, it } from 'vitest';
import { readReportLines } from '../commands/report-commands.ts';

/** The bytes in pieces of a size, as a file's stream may cut them: in the middle of a line or a character. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
async function read(file: string | Buffer, size = 7): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of readReportLines(inPieces(Buffer.from(file), size))) lines.push(line);
  return lines;
}

describe('readReportLines', () => {
  it.each([1, 2, 7, 1_000])('reads each line from pieces of %i bytes', async (size) => {
    const file = '\uFEFF{"fridgeId":"F1","problem":"控糖"}\n\n  \r\n{"fridgeId":"F2"}\r\n[1]\n"last"';
    expect(await read(file, size)).toEqual([
      { line: 1, bytes: 39, report: { fridgeId: 'F1', problem: '控糖' } },
      { line: 4, bytes: 18, report: { fridgeId: 'F2' } },
      { line: 5, bytes: 3, report: [1] },
      { line: 6, bytes: 6, report: 'last' },
    ]);
  });

  it('names each bad line without quoting it and reads on', async () => {
    const broken = Buffer.concat([Buffer.from('{"fridgeId":"F1",\n{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n'), Buffer.from(`"${'x'.repeat(6 * REPORT_BYTES)}"\n{}`)]);
    expect(await read(broken, 4_096)).toEqual([
      { line: 1, reason: 'not JSON' },
      { line: 2, reason: 'not UTF-8' },
      { line: 3, reason: `longer than ${6 * REPORT_BYTES} bytes` },
      { line: 4, bytes: 2, report: {} },
    ]);
  });

  it.each(['', '\n', '\r\n\n'])('finds nothing in %j', async (file) => expect(await read(file)).toEqual([]));
});
