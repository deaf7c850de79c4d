import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../program/clock.ts';
import { cookieAttributes, ownCookieName, readCookie } from '../edge/cookies.ts';

/** Of a visitor's tag: eight bytes that don't lead back to the cookie. */
export const TAG_BYTES = 8;

const COOKIE_BYTES = 16;
const COOKIE = /^[\w-]{22}$/;
const COOKIE_LIFE_SECONDS = (365 * DAY_MS) / 1_000;

/**
 * Who opens a page, by a random first-party cookie that means nothing else (architecture, "The registry"). A request
 * without it is nobody's: that browser may refuse cookies.
 */
export function createVisitors(origin: string) {
  const name = ownCookieName('visitor', origin);
  const attributes = `Max-Age=${COOKIE_LIFE_SECONDS}; ${cookieAttributes(origin)}`;
  const cookieOf = (request: Pick<FastifyRequest, 'headers'>) => readCookie(request, name, COOKIE);
  return {
    /** @returns the visitor's tag, base64url; `null` without a cookie */
    of(request: Pick<FastifyRequest, 'headers'>): string | null {
      const cookie = cookieOf(request);
      return cookie === null ? null : tagOf(cookie);
    },
    /** Unless the browser has one. */
    giveCookie(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): void {
      if (cookieOf(request) !== null) return;
      reply.header('set-cookie', `${name}=${randomBytes(COOKIE_BYTES).toString('base64url')}; ${attributes}`);
    },
  };
}

const tagOf = (cookie: string): string =>
  createHash('sha256').update(cookie).digest().subarray(0, TAG_BYTES).toString('base64url');

/**
 * A visitor's place among all, from 0 to below 100, equal in every process and for ever: those below a canary's
 * percentage get it, so that growth takes nobody out. Each remote has places of its own.
 */
export function bucketOf(tag: string, remote: string): number {
  const hash = createHash('sha256').update(`${tag} ${remote}`).digest();
  return (hash.readUIntBE(0, 6) / 2 ** 48) * 100;
}
