import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { PAGE_ID } from '@fridge/shared-contracts/page';
import { DAY_MS, HOUR_MS } from '../program/clock.ts';
import { TAG_BYTES } from './visitor.ts';

/** A page may send events that long after it was served. */
export const PAGE_ID_LIFE_MS = DAY_MS;
/** Another process's clock may be ahead by this. */
const AHEAD_MS = HOUR_MS / 12;

// Bytes of a page id: random and seconds of real time, the visitor's tag, signature.
const RANDOM = 6;
const NONCE = RANDOM + 4;
const CONTENT = NONCE + TAG_BYTES;
const SIGNATURE = 14;

/** Of a visitor without a cookie. */
const NOBODY = Buffer.alloc(TAG_BYTES);

/**
 * Makes the id of one view of the page. It tells pages nothing of the visitor: the tag is encrypted.
 * @param key `openPageIdKey`
 * @param now real time, milliseconds
 * @param visitor a tag; `null`: no cookie
 */
export function createPageId(key: string, now: number, visitor: string | null): string {
  const nonce = Buffer.alloc(NONCE);
  randomBytes(RANDOM).copy(nonce);
  nonce.writeUInt32BE(Math.floor(now / 1_000), RANDOM);
  const tag = visitor === null ? NOBODY : Buffer.from(visitor, 'base64url');
  const content = Buffer.concat([nonce, masked(tag, nonce, key)]);
  return Buffer.concat([content, signatureOf(content, key)]).toString('base64url');
}

/** `page`: by which a view is known. */
export type PageView = { page: string; visitor: string | null };

/**
 * @returns `null` when forged, malformed, older than a day or of the future
 */
export function readPageId(pageId: string, key: string, now: number): PageView | null {
  if (!PAGE_ID.test(pageId)) return null;
  const bytes = Buffer.from(pageId, 'base64url');
  const content = bytes.subarray(0, CONTENT);
  const nonce = content.subarray(0, NONCE);
  const at = nonce.readUInt32BE(RANDOM) * 1_000;
  if (at > now + AHEAD_MS || at < now - PAGE_ID_LIFE_MS) return null;
  if (!timingSafeEqual(bytes.subarray(CONTENT), signatureOf(content, key))) return null;
  const tag = masked(content.subarray(NONCE), nonce, key);
  return {
    page: createHash('sha256').update(content).digest().subarray(0, 12).toString('base64url'),
    visitor: tag.equals(NOBODY) ? null : tag.toString('base64url'),
  };
}

/** Encrypts a tag, and decrypts it. */
function masked(tag: Buffer, nonce: Buffer, key: string): Buffer {
  const mask = hmacOf(nonce, key, 'page id visitor');
  return Buffer.from(tag.map((byte, at) => byte ^ (mask[at] ?? 0)));
}

const signatureOf = (content: Buffer, key: string): Buffer => hmacOf(content, key, 'page id').subarray(0, SIGNATURE);

const hmacOf = (content: Buffer, key: string, use: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', use, 32)))
    .update(content)
    .digest();
