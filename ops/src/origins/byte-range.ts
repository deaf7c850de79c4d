/** Part of a file, both ends inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * Reads a `Range` header (RFC 9110, section 14): `bytes=0-1`, `bytes=500-` and `bytes=-500`. Safari asks for media so.
 * @param size of the file in bytes
 * @returns `null`: answer with the whole file, which a server may always do (no range, another unit, several ranges, not
 *   well formed); `unsatisfiable`: answer 416
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= size) return 'unsatisfiable';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Whether `If-Range` lets the range stand: it is absent, or names this very content by its strong tag. A date never does here. */
export function rangeStands(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}
