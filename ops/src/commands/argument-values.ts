import { InvalidArgumentError } from 'commander';

/** Reads an argument that is a whole number. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}
