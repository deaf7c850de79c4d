import { REPORT_BYTES } from '@fridge/server/operator-protocol';
import type { BadLine } from './read-codes.ts';

/** Not validated. */
export type ReportLine = { line: number; bytes: number; report: unknown };

const NEWLINE = 0x0a;
/** Longer than a report with every character as `\uXXXX`. */
const LONGEST_LINE = 6 * REPORT_BYTES;

/** Reads JSON lines in constant memory, without blank ones. @param chunks UTF-8 */
export async function* readReportLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReportLine | BadLine> {
  let line = 1;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const keep = (part: Uint8Array) => {
    bytes += part.length;
    if (bytes <= LONGEST_LINE) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield* readLine(line, bytes, parts);
      line += 1;
      parts = [];
      bytes = 0;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  yield* readLine(line, bytes, parts);
}

function* readLine(line: number, bytes: number, parts: readonly Uint8Array[]): Generator<ReportLine | BadLine> {
  if (bytes > LONGEST_LINE) {
    yield { line, reason: `longer than ${LONGEST_LINE} bytes` };
    return;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    yield { line, reason: 'not UTF-8' };
    return;
  }
  if (text.trim() === '') return;
  try {
    const report: unknown = JSON.parse(text);
    yield { line, bytes, report };
  } catch {
    // The parser's message may quote personal data.
    yield { line, reason: 'not JSON' };
  }
}
