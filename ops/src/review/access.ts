import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** `award`: a work that may now win; `undo`: a work whose decision can be undone until a time, ms. */
export type ReviewMessage = {
  tone: 'good' | 'bad';
  text: string;
  award?: string;
  undo?: { id: string; until: number };
};

/** The name is asked for once. */
export type ReviewSession = { name: string; message: ReviewMessage | null };

const SESSION_LIFE_MS = 12 * 60 * 60 * 1000;

/** Cookies are shared by all ports of a host, so their name has the port. */
export function createSessions(port: number, now: () => number = Date.now) {
  const cookie = `fridge-review-${port}`;
  const sessions = new Map<string, { session: ReviewSession; until: number }>();
  return {
    open(): string {
      const id = randomBytes(24).toString('base64url');
      sessions.set(id, { session: { name: '', message: null }, until: now() + SESSION_LIFE_MS });
      return `${cookie}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_LIFE_MS / 1000}`;
    },
    find(header = ''): ReviewSession | null {
      const pair = header.split(/;\s*/).find((each) => each.startsWith(`${cookie}=`));
      const id = pair?.slice(cookie.length + 1) ?? '';
      const found = sessions.get(id);
      if (found === undefined || found.until > now()) return found?.session ?? null;
      sessions.delete(id);
      return null;
    },
  };
}

/**
 * Any page in the browser can send requests to loopback: `Origin` or `Sec-Fetch-Site` show another origin, `Host` shows
 * DNS rebinding.
 */
export function isOwnRequest({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>, port: number): boolean {
  const { host = '', origin } = headers;
  if (!['localhost', '127.0.0.1', '[::1]'].some((name) => host === `${name}:${port}`)) return false;
  if (origin !== undefined) return origin === `http://${host}`;
  if (method === 'POST') return false;
  const site = headers['sec-fetch-site'];
  // A link of another site may open a tab: it can't be framed or read.
  const opensTab = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === undefined || site === 'same-origin' || site === 'none' || opensTab;
}
