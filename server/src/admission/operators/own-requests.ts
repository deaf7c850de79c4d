import type { FastifyRequest } from 'fastify';

export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request comes from the operators' own pages, or opens one in a tab. Any page in an operator's browser can
 * send requests here: `Origin` or `Sec-Fetch-Site` show another origin, `Host` shows DNS rebinding.
 * @param publicOrigin what browsers reach the operations listener by
 */
export function isOwnRequest({ method, headers, raw }: FastifyRequest, publicOrigin: string): boolean {
  const { hostname, host: publicHost } = new URL(publicOrigin);
  const { host = '', origin } = headers;
  const isLoopback = LOOPBACK_NAMES.some((name) => host === `${name}:${raw.socket.localPort}`);
  // A proxy may pass its own name for this machine.
  if (host !== publicHost && !isLoopback) return false;
  if (origin !== undefined)
    return origin === publicOrigin || (isLoopback && LOOPBACK_NAMES.includes(hostname) && origin === `http://${host}`);
  if (method === 'POST') return false;
  const site = headers['sec-fetch-site'];
  // A link of another site may open a tab: it can't be framed or read.
  const opensTab = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === undefined || site === 'same-origin' || site === 'none' || opensTab;
}
