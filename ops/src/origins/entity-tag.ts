import { createHash } from 'node:crypto';
import type { ContentEncoding } from './content-encoding.ts';

export const contentHash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 24);

/** A strong tag: another one for each content and each encoding of it. */
export const entityTag = (hash: string, encoding: ContentEncoding | null): string => `"${hash}${encoding ? `-${encoding}` : ''}"`;

/** Whether `If-None-Match` names this tag; it compares weakly (RFC 9110, section 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
