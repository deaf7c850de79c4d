/** Above any request or answer. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

export class LineTooLong extends Error {
  override name = 'LineTooLong';
}

/**
 * Splits at line feeds only, with a length limit; `readline` has other separators and no limit. Drops an unterminated
 * rest.
 * @throws LineTooLong
 */
export async function* linesOf(stream: AsyncIterable<Buffer>, mostBytes = MAX_LINE_BYTES): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    let rest = chunk;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8');
      rest = rest.subarray(end + 1);
      parts = [];
      bytes = 0;
    }
    parts.push(rest);
    bytes += rest.length;
    if (bytes > mostBytes) throw new LineTooLong(`a line of more than ${mostBytes} bytes`);
  }
}
