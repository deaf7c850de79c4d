import { parseInstant, readerCharacters, shanghaiFields } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';

const NAME_CHARACTERS = 20;

/** A photo share has no title: it is named by its text (spec section 5). */
export function workName({ cookName, desc }: { cookName: string; desc: string }): string {
  if (cookName !== '') return cookName;
  const characters = readerCharacters(desc.replace(/\s+/g, ' ').trim());
  if (characters.length === 0) return copy['contest.upload.tab.photo'];
  if (characters.length <= NAME_CHARACTERS) return characters.join('');
  return `${characters
    .slice(0, NAME_CHARACTERS)
    .join('')
    .replace(/[\s，。、；：！？,.;:!?]+$/, '')}…`;
}

export function authorName({ nickName }: { nickName: string }): string {
  return nickName.trim() === '' ? copy['contest.detail.anonymous'] : nickName;
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2021-09-10 18:30` in Shanghai; a text that isn't ISO stays unchanged. */
export function shownTime(addTime: string): string {
  const instant = parseInstant(addTime);
  if (instant === null) return addTime;
  const { year, month, day, hour, minute } = shanghaiFields(instant);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
