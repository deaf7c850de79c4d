import { readerCharacters } from '@fridge/shared-contracts';

/** At most so many whole characters as readers count them; a longer text ends with `…` behind a word. */
export function shorten(text: string, most: number): string {
  const characters = readerCharacters(text);
  if (characters.length <= most) return text;
  const kept = characters.slice(0, most - 1).join('');
  return `${kept.replace(/[\s，。、；：！？,.;:!?]+$/, '')}…`;
}
