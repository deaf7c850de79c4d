/** @throws what `tooLarge` makes, beyond the bytes; the stream then has to be ended */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let left = bytes;
  for await (const part of stream) {
    left -= part.length;
    if (left < 0) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
