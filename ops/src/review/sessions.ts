import { randomBytes } from 'node:crypto';

/**
 * What the next page says first. `award` is the work that may now win, `undo` the one whose decision may be undone, until
 * a time in milliseconds.
 */
export type ReviewMessage = { tone: 'good' | 'bad'; text: string; award?: string; undo?: { id: string; until: number } };

/** A reviewer's browser. The name is asked once. */
export type ReviewSession = { name: string; message: ReviewMessage | null };

/** A long working day. */
const LIFE_MS = 12 * 60 * 60 * 1000;

/** Sessions of the review page, for as long as the process lives. The cookie's name has the port in it: cookies know none. */
export function reviewSessions(port: number, now: () => number = Date.now) {
  const cookie = `fridge-review-${port}`;
  const sessions = new Map<string, { session: ReviewSession; until: number }>();
  return {
    /** @returns the `Set-Cookie` header of a new session */
    open(): string {
      const id = randomBytes(24).toString('base64url');
      sessions.set(id, { session: { name: '', message: null }, until: now() + LIFE_MS });
      return `${cookie}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${LIFE_MS / 1000}`;
    },
    /** @param header the request's `Cookie` header */
    find(header: string | undefined): ReviewSession | null {
      const id = (header ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${cookie}=`))?.slice(cookie.length + 1) ?? '';
      const found = sessions.get(id);
      if (found === undefined || found.until > now()) return found?.session ?? null;
      sessions.delete(id);
      return null;
    },
  };
}
