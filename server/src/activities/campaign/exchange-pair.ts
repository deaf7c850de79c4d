import { randomInt } from 'node:crypto';

/** Without characters that look alike, since people type the codes. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A random card number (80 bits) and its secret. */
export function exchangePair(): { exchangeCode: string; exchangePwd: string } {
  return { exchangeCode: letters(16), exchangePwd: letters(8) };
}

function letters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
