import * as v from 'valibot';
import { idText, looseFlag, looseNumber, looseText, parseJson, text } from '../../contract/fields.ts';
import { cookTimes, workStatus } from './terms.ts';

/** Spec section 3; either part may be empty. */
const stepSchema = v.object({ image: looseText, stepDesc: looseText });
export type Step = v.InferOutput<typeof stepSchema>;

/** A list, or text joined by commas; without duplicates. */
const images = v.pipe(
  v.nullish(v.union([v.array(text), text]), ''),
  v.transform((given) => readImages(String(given))),
);

/** A list or its JSON; unreadable text gives none. */
const steps = v.pipe(
  v.nullish(v.union([v.array(stepSchema), text]), ''),
  v.transform((given) => (Array.isArray(given) ? given : (readSteps(given) ?? []))),
);

/** An unknown status counts as pending. */
const status = v.pipe(looseNumber, v.fallback(v.picklist(Object.values(workStatus)), workStatus.pending));

const cookTime = v.pipe(v.nullish(idText, ''), v.fallback(v.picklist(['', ...cookTimes]), ''));

/**
 * A work (spec section 3). Only its author gets `phone`, `devicePhone`, `fridgeId`, `submitTime` and `revision`.
 * `editPermission` 1: the user's own. `drawId2` above 0: id of its prize. `addTime` and `submitTime` (last submission):
 * ISO times or plain text. `revision` counts submissions; `null`: unknown.
 */
export const workSchema = v.object({
  id: idText,
  cookName: looseText,
  desc: looseText,
  image: images,
  status,
  addTime: looseText,
  submitTime: looseText,
  revision: looseNumber,
  mark: looseText,
  drawId2: v.pipe(
    looseNumber,
    v.transform((id) => (id !== null && id > 0 ? id : 0)),
  ),
  nickName: looseText,
  headImgUrl: looseText,
  editPermission: looseFlag,
  CookTime: cookTime,
  materials: looseText,
  tips: looseText,
  steps,
  phone: looseText,
});
export type Work = v.InferOutput<typeof workSchema>;

export const worksSchema = v.nullish(v.array(workSchema), []);

/** Only a recipe has a title (spec section 5). */
export function workKind({ cookName }: { cookName: string }): 'recipe' | 'photoShare' {
  return cookName === '' ? 'photoShare' : 'recipe';
}

/** Each address once. */
export const uniqueImages = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((address) => address.trim()).filter(Boolean)),
];

/** @param joined by commas, as sent (spec section 7) */
export const readImages = (joined: string): string[] => uniqueImages(joined.split(','));

/** @returns `null` when the JSON can't be parsed; none for empty text */
export function readSteps(json: string): Step[] | null {
  const { success, output } = v.safeParse(v.array(stepSchema), json === '' ? [] : parseJson(json));
  return success ? output : null;
}
