import type { FastifyRequest } from 'fastify';

/** @returns the first cookie of this name with this form; names of other paths or domains may stand beside it */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string, form: RegExp): string | null {
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
  return values.find((value) => form.test(value)) ?? null;
}

/** The prefix keeps other names of the same domain from setting it. @param origin that sets the cookie */
export const ownCookieName = (name: string, origin: string): string =>
  origin.startsWith('https:') ? `__Host-${name}` : name;

/** Of a cookie for all paths of this origin, out of scripts' reach. */
export const cookieAttributes = (origin: string): string =>
  `Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;
