import * as v from 'valibot';
import { flag, idText, optionalNumber, optionalText } from '../wire-values.ts';
import { cookTimes, type WorkStatus, workStatus } from './terms.ts';

/** One step of a recipe (spec section 3). Either may be empty. */
export const stepSchema = v.object({ image: optionalText, stepDesc: optionalText });
export type Step = v.InferOutput<typeof stepSchema>;

/** Addresses as a list, or joined by commas as they are sent; each once. */
const images = v.pipe(
  v.optional(v.nullable(v.union([v.array(v.string()), v.string()])), ''),
  v.transform((given) => readImages(Array.isArray(given) ? given.join(',') : (given ?? ''))),
);

/** Steps as a list, or as the JSON text that they are sent as; what can't be read is none. */
const steps = v.pipe(
  v.optional(v.nullable(v.union([v.array(stepSchema), v.string()])), ''),
  v.transform((given) => (Array.isArray(given) ? given : (readSteps(given ?? '') ?? []))),
);

const status = v.pipe(
  optionalNumber,
  // What a page doesn't know is as yet undecided.
  v.transform((code): WorkStatus => (code === workStatus.approved || code === workStatus.rejected ? code : workStatus.pending)),
);

const cookTime = v.pipe(
  v.optional(v.nullable(v.union([v.string(), v.number()])), ''),
  v.transform((index) => cookTimes.find((known) => known === String(index)) ?? ''),
);

/**
 * A work (spec section 3). `phone`, `devicePhone`, `fridgeId`, `submitTime` and `revision` reach its author
 * alone. `editPermission` 1 means that it is the user's own; `drawId2` above 0 is the id of the prize that it won.
 * `addTime` is when it was added, `submitTime` when its author last submitted it: an ISO time, or a text that is shown
 * as it stands. `revision` counts its submissions; `null` where a backend doesn't.
 */
export const workSchema = v.object({
  id: idText,
  cookName: optionalText,
  desc: optionalText,
  image: images,
  status,
  addTime: optionalText,
  submitTime: optionalText,
  revision: optionalNumber,
  mark: optionalText,
  drawId2: v.pipe(optionalNumber, v.transform((id) => (id !== null && id > 0 ? id : 0))),
  nickName: optionalText,
  headImgUrl: optionalText,
  editPermission: flag,
  CookTime: cookTime,
  materials: optionalText,
  tips: optionalText,
  steps,
  phone: optionalText,
});
export type Work = v.InferOutput<typeof workSchema>;

export const worksSchema = v.pipe(v.optional(v.nullable(v.array(workSchema)), []), v.transform((works) => works ?? []));

/** A recipe has a title and a photo share has none: that is what tells them apart (spec section 5). */
export function workKind({ cookName }: { cookName: string }): 'recipe' | 'photoShare' {
  return cookName === '' ? 'photoShare' : 'recipe';
}

/** Picture addresses as they are sent: joined by commas (spec section 7). */
export function joinImages(addresses: readonly string[]): string {
  return addresses.join(',');
}

/** @returns the addresses of such a text, each once */
export function readImages(joined: string): string[] {
  return [...new Set(joined.split(',').map((address) => address.trim()).filter((address) => address !== ''))];
}

/** Steps as they are sent: JSON text, empty for none. */
export function joinSteps(list: readonly Step[]): string {
  return list.length === 0 ? '' : JSON.stringify(list.map(({ image, stepDesc }) => ({ image, stepDesc })));
}

/** @returns the steps of such a text; `null` when it isn't one */
export function readSteps(text: string): Step[] | null {
  if (text === '') return [];
  try {
    const parsed = v.safeParse(v.array(stepSchema), JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
