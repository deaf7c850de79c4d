import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { PAGE_ID } from '@fridge/shared-contracts/host';
import { DAY_MS, HOUR_MS } from './clock.ts';

/** A page may send events that long after it was served. */
export const PAGE_ID_LIFE_MS = DAY_MS;
/** Another process's clock may be ahead by this. */
const AHEAD_MS = HOUR_MS / 12;

// Bytes of a page id: random, seconds of real time, signature.
const RANDOM = 12;
const SECONDS = 4;
const SIGNATURE = 16;

/**
 * Makes the id of one view of the page. It tells nothing of the visitor.
 * @param key a signing key of the server
 * @param now real time, milliseconds
 */
export function createPageId(key: string, now: number): string {
  const seconds = Buffer.alloc(SECONDS);
  seconds.writeUInt32BE(Math.floor(now / 1_000));
  const content = Buffer.concat([randomBytes(RANDOM), seconds]);
  return Buffer.concat([content, signatureOf(content, key)]).toString('base64url');
}

/**
 * @param keys any may have signed it: after a rotation open pages keep theirs
 * @returns its random part, by which a view is known; `null` when forged, malformed, older than a day or of the future
 */
export function readPageId(pageId: string, keys: readonly string[], now: number): string | null {
  if (!PAGE_ID.test(pageId)) return null;
  const bytes = Buffer.from(pageId, 'base64url');
  const content = bytes.subarray(0, RANDOM + SECONDS);
  const signature = bytes.subarray(RANDOM + SECONDS);
  const at = content.readUInt32BE(RANDOM) * 1_000;
  if (at > now + AHEAD_MS || at < now - PAGE_ID_LIFE_MS) return null;
  const isOurs = keys.some((key) => timingSafeEqual(signature, signatureOf(content, key)));
  return isOurs ? content.subarray(0, RANDOM).toString('base64url') : null;
}

function signatureOf(content: Buffer, signingKey: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', 'page id', 32));
  return createHmac('sha256', key).update(content).digest().subarray(0, SIGNATURE);
}
