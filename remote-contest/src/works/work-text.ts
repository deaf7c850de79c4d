import { parseInstant, readerCharacters, shanghaiFields } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';

/** What a photo share, which has no title, is called: so many characters of its own words. */
const NAME_CHARACTERS = 20;

/** A work's name: its title, or the first words of a photo share (spec section 5: it has no title). */
export function workName({ cookName, desc }: { cookName: string; desc: string }): string {
  if (cookName !== '') return cookName;
  const words = readerCharacters(desc.replace(/\s+/g, ' ').trim());
  if (words.length === 0) return copy['contest.upload.tab.photo'];
  return words.length <= NAME_CHARACTERS ? words.join('') : `${words.slice(0, NAME_CHARACTERS).join('').replace(/[\s，。、；：！？,.;:!?]+$/, '')}…`;
}

/** The author's name; one who gave none is a user of a fridge. */
export function authorName({ nickName }: { nickName: string }): string {
  return nickName.trim() === '' ? copy['contest.detail.anonymous'] : nickName;
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2021-09-10 18:30` in Shanghai, as in the deck's sample; a text that is no ISO time stands as the server wrote it. */
export function shownTime(addTime: string): string {
  const instant = parseInstant(addTime);
  if (instant === null) return addTime;
  const { year, month, day, hour, minute } = shanghaiFields(instant);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
