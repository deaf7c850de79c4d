const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000;

/** `2023-08-01T10:00:00+08:00`: an instant as ISO text with Shanghai's offset, to the second. */
export function isoInShanghai(instant: Date): string {
  return `${new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19)}+08:00`;
}
