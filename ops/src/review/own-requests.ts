import type { IncomingMessage } from 'node:http';

const hosts = (port: number) => ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`);

/**
 * Whether a request comes from the review page itself, or from the address bar. Any page that is open in the operator's
 * browser can send requests to loopback: one of another origin tells itself by `Origin` or by `Sec-Fetch-Site`, one
 * whose name was bent to this machine by `Host`.
 */
export function isOwnRequest({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>, port: number): boolean {
  const { host = '', origin } = headers;
  if (!hosts(port).includes(host)) return false;
  if (origin !== undefined) return origin === `http://${host}`;
  if (method === 'POST') return false;
  const site = headers['sec-fetch-site'];
  // Opening it in a tab of its own shows it to nobody but the operator; it can't be framed.
  const opened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === undefined || site === 'same-origin' || site === 'none' || opened;
}
