/** No route has this path. */
const UNREADABLE = '/unreadable';

/** Replaces a path with broken escapes, which Fastify would answer itself, without limits, headers and envelope. */
export function readablePath(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return UNREADABLE;
  }
}
