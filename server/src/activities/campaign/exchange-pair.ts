import { randomInt } from 'node:crypto';

/** No letter or digit that reads like another: people type these. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A card number and its secret. 16 letters out of 32 are 80 bits: nobody guesses one, no two are ever equal. */
export function exchangePair(): { exchangeCode: string; exchangePwd: string } {
  return { exchangeCode: letters(16), exchangePwd: letters(8) };
}

function letters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
