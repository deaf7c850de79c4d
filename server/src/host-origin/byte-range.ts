/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * One range of a file, for players that seek in sound (RFC 9110, section 14).
 * @returns `null`: the whole file, also for what isn't understood; `unsatisfiable`: nothing of it is in the file
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^\s*bytes=(\d*)-(\d*)\s*$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(bytes - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
