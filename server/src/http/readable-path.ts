/** Stands for every path that can't be read; no route has it. */
const UNREADABLE = '/unreadable';

/**
 * Fastify answers a path with broken escapes by itself, past every limit, header and envelope of ours. Such a path is
 * one that isn't there.
 */
export function readablePath(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return UNREADABLE;
  }
}
