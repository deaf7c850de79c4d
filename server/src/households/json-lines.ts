export type JsonLine = { line: number; bytes: number; value: unknown };

/** Named by number and reason; never quoted. */
export type BadLine = { line: number; reason: string };

const NEWLINE = 0x0a;

/**
 * Reads JSON lines in constant memory, without blank ones. Lines end with a line feed; a carriage return before it and
 * a
 * byte order mark are left out.
 * @param chunks UTF-8
 * @param mostBytes of a line; a longer one is bad
 */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<JsonLine | BadLine> {
  let line = 1;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const add = (part: Uint8Array) => {
    bytes += part.length;
    if (bytes <= mostBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      if (end === start && bytes === 0) {
        // Millions of empty lines are skipped at once.
        line += 1;
        start = end + 1;
        continue;
      }
      add(chunk.subarray(start, end));
      yield* readLine({ line, bytes, parts }, mostBytes);
      line += 1;
      parts = [];
      bytes = 0;
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  yield* readLine({ line, bytes, parts }, mostBytes);
}

function* readLine(
  { line, bytes, parts }: { line: number; bytes: number; parts: readonly Uint8Array[] },
  mostBytes: number,
): Generator<JsonLine | BadLine> {
  if (bytes > mostBytes) {
    yield { line, reason: `longer than ${mostBytes} bytes` };
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
    const value: unknown = JSON.parse(text);
    yield { line, bytes, value };
  } catch {
    // The parser's message may quote personal data.
    yield { line, reason: 'not JSON' };
  }
}

/**
 * Groups lines into parts for one request each.
 * @param most.bytes of a part, unless its only line is longer
 */
export async function* inParts<Line extends { bytes: number }>(
  lines: AsyncIterable<Line>,
  most: { lines: number; bytes: number },
): AsyncGenerator<Line[]> {
  let part: Line[] = [];
  let bytes = 0;
  for await (const line of lines) {
    if (part.length > 0 && bytes + line.bytes > most.bytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(line);
    bytes += line.bytes;
    if (part.length < most.lines) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}
