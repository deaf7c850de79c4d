import { timingSafeEqual } from 'node:crypto';

/** Compares secrets without telling by its duration where they differ. */
export function equalInConstantTime(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left);
  const rightBytes = Buffer.from(right);
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}
