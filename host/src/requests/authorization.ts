import type { Credential } from '../session/credentials.ts';

/** `Basic base64(userId:accessToken)` over UTF-8 bytes (architecture, "The wire"); `btoa` alone takes Latin-1 only. */
export function authorizationHeader({ userId, accessToken }: Credential): string {
  const bytes = new TextEncoder().encode(`${userId}:${accessToken}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
