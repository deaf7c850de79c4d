import { InvalidArgumentError } from 'commander';
import { isCalendarDay } from '@fridge/server/operator-protocol';

/** Reads an argument that is a whole number, written plainly: no sign, no exponent, no leading zero. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^(?:0|[1-9]\d{0,8})$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

/** The same within bounds, both included. */
export function wholeNumberFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = wholeNumber(text);
    if (number < least || number > most) throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    return number;
  };
}

/** Reads an argument that has to say something. @throws InvalidArgumentError */
export function someText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError("It can't be empty.");
  return text;
}

/** Reads a day of the calendar, `2023-08-01`. @throws InvalidArgumentError */
export function calendarDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('Give a day such as 2023-08-01.');
  return text;
}

/** Reads an origin, `https://activities.example`. @throws InvalidArgumentError */
export function webOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) throw new InvalidArgumentError('Give an origin such as https://activities.example.');
  return url.origin;
}

/** Reads an argument that is one of these levels. @throws InvalidArgumentError */
export function levelOf<Known extends number>(levels: readonly Known[]): (text: string) => Known {
  return (text) => {
    const level = levels.find((known) => known === wholeNumber(text));
    if (level === undefined) throw new InvalidArgumentError(`Levels: ${levels.join(', ')}.`);
    return level;
  };
}

/** Reads a setting as `name=value`. @param given those before it: each may be set once @throws InvalidArgumentError */
export function assignment<Known extends string>(text: string, names: readonly Known[], given: Readonly<Partial<Record<Known, unknown>>>): { name: Known; value: string } {
  const at = text.indexOf('=');
  const name = names.find((known) => known === text.slice(0, at));
  if (at < 0 || name === undefined) throw new InvalidArgumentError(`It is none of ${names.map((known) => `${known}=…`).join(', ')}.`);
  if (given[name] !== undefined) throw new InvalidArgumentError(`${name} is given more than once.`);
  return { name, value: text.slice(at + 1) };
}
