import { parseInstant, shanghaiFields } from '@fridge/shared-contracts';
import { shorten } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';

/** With the ellipsis. */
const NAME_CHARACTERS = 21;

/** A photo share has no title: it is named by its text (spec section 5). */
export function workName({ cookName, desc }: { cookName: string; desc: string }): string {
  if (cookName !== '') return cookName;
  return shorten(desc.replace(/\s+/g, ' ').trim(), NAME_CHARACTERS) || copy['contest.upload.tab.photo'];
}

export function authorName({ nickName }: { nickName: string }): string {
  return nickName.trim() || copy['contest.detail.anonymous'];
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2021-09-10 18:30` in Shanghai; a text that isn't ISO stays unchanged. */
export function shownTime(addTime: string): string {
  const instant = parseInstant(addTime);
  if (instant === null) return addTime;
  const { year, month, day, hour, minute } = shanghaiFields(instant);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
