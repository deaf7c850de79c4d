import type { HostServices, Household } from '@fridge/shared-contracts';
import {
  type ContestField,
  type ContestProblem,
  photoShareFields,
  photoShareProblem,
  recipeFields,
  recipeProblem,
  type Work,
  workKind,
} from '@fridge/shared-contracts/activities/contest';
import { newRequestId } from '@fridge/shared-ui';
import * as v from 'valibot';
import type { Picture } from '../pictures/picture-uploads.ts';

/** Without malformed entries. */
const listOf = <Entry>(entry: v.GenericSchema<unknown, Entry>) =>
  v.pipe(
    v.array(v.fallback(v.nullable(entry), null)),
    v.transform((entries) => entries.filter((one) => one !== null)),
  );

const id = v.pipe(v.string(), v.minLength(1));
const pictureIds = listOf(id);

/** Every field has a fallback: an entry of another release's draft keeps what it has. */
const stepSchema = v.object({
  id: v.fallback(id, () => newRequestId()),
  picture: v.fallback(v.nullable(id), null),
  text: v.fallback(v.string(), ''),
});

/** A form's values, also in drafts (`readValues`). Pictures are ids. */
const recipeValuesSchema = v.object({
  title: v.string(),
  content: v.string(),
  pictures: pictureIds,
  cookTime: v.string(),
  materials: v.string(),
  tips: v.string(),
  steps: listOf(stepSchema),
});
export type RecipeValues = v.InferOutput<typeof recipeValuesSchema>;
export type StepValues = RecipeValues['steps'][number];

const photoShareValuesSchema = v.object({ pictures: pictureIds, content: v.string(), phone: v.string() });
export type PhotoShareValues = v.InferOutput<typeof photoShareValuesSchema>;

/**
 * Reads a draft's values field by field, since another release may have written them. A missing or malformed field has
 * its initial value, an unknown one is left out.
 * @returns `null` without a readable field
 */
export function readValues<Values>(
  schema: v.GenericSchema<unknown, Values>,
  stored: Readonly<Record<string, unknown>>,
  initial: Values,
): Values | null {
  return Object.entries(stored).reduce<Values | null>((values, [name, field]) => {
    const read = v.safeParse(schema, { ...(values ?? initial), [name]: field });
    return read.success ? read.output : values;
  }, null);
}

type AddressOf = (pictureId: string) => string;

export interface FormKind<Values, Fields = Record<string, string>> {
  readonly schema: v.GenericSchema<unknown, Values>;
  /** In the form's order. */
  readonly fields: readonly ContestField[];
  pictureIds(values: Values): string[];
  without(values: Values, missing: ReadonlySet<string>): Values;
  problem(values: Values, addressOf: AddressOf): ContestProblem | null;
  toFields(values: Values, addressOf: AddressOf): Fields;
}

const toRecipe = ({ steps, ...values }: RecipeValues, addressOf: AddressOf) => ({
  cookName: values.title,
  desc: values.content,
  images: values.pictures.map(addressOf),
  cookTime: values.cookTime,
  materials: values.materials,
  tips: values.tips,
  steps: steps.map(({ picture, text }) => ({ image: picture === null ? '' : addressOf(picture), stepDesc: text })),
});

const toPhotoShare = ({ pictures, content, phone }: PhotoShareValues, addressOf: AddressOf) => ({
  images: pictures.map(addressOf),
  desc: content,
  phone,
});

export const recipeKind: FormKind<RecipeValues, ReturnType<typeof recipeFields>> = {
  schema: recipeValuesSchema,
  fields: ['title', 'content', 'images', 'cookTime', 'materials', 'tips', 'step'],
  pictureIds: ({ pictures, steps }) => [...pictures, ...steps.flatMap(({ picture }) => picture ?? [])],
  without: (values, missing) => ({
    ...values,
    pictures: values.pictures.filter((picture) => !missing.has(picture)),
    steps: values.steps.map((step) =>
      step.picture !== null && missing.has(step.picture) ? { ...step, picture: null } : step,
    ),
  }),
  problem: (values, addressOf) => recipeProblem(toRecipe(values, addressOf)),
  toFields: (values, addressOf) => recipeFields(toRecipe(values, addressOf)),
};

export const photoShareKind: FormKind<PhotoShareValues, ReturnType<typeof photoShareFields>> = {
  schema: photoShareValuesSchema,
  fields: ['images', 'content', 'phone'],
  pictureIds: ({ pictures }) => pictures,
  without: (values, missing) => ({
    ...values,
    pictures: values.pictures.filter((picture) => !missing.has(picture)),
  }),
  problem: (values, addressOf) => photoShareProblem(toPhotoShare(values, addressOf)),
  toFields: (values, addressOf) => photoShareFields(toPhotoShare(values, addressOf)),
};

export const emptyRecipe: RecipeValues = {
  title: '',
  content: '',
  pictures: [],
  cookTime: '',
  materials: '',
  tips: '',
  steps: [],
};

export const emptyPhotoShare: PhotoShareValues = { pictures: [], content: '', phone: '' };

/** Sent with every work (spec sections 3 and 7). */
export function workAuthor(
  { session, context }: Pick<HostServices, 'session' | 'context'>,
  { phone, fridgeId }: Household,
) {
  const { nickName, headImgUrl, fridge } = session.getState();
  return { devicePhone: phone, fridgeId, spec: fridge?.spec || context.spec, nickName, headImgUrl };
}

type StoredForm =
  | { kind: 'recipe'; values: RecipeValues; pictures: Picture[] }
  | { kind: 'photoShare'; values: PhotoShareValues; pictures: Picture[] };

/**
 * The form of a stored work. Its pictures have no bytes here.
 * @param phone the user's, for a photo share without one
 */
export function storedForm(work: Work, phone: string): StoredForm {
  const pictures: Picture[] = [];
  const add = (address: string): string => {
    const known = pictures.find(({ preview }) => preview === address);
    if (known) return known.id;
    // Numbered: a draft finds the same pictures on the next visit.
    const stage = { phase: 'uploaded', address, uploadedAt: null } as const;
    const picture: Picture = { id: `stored${pictures.length}`, bytes: null, preview: address, stage };
    pictures.push(picture);
    return picture.id;
  };
  const gallery = work.image.map(add);
  const { cookName: title, desc: content, CookTime: cookTime, materials, tips } = work;
  if (workKind(work) === 'photoShare') {
    return { kind: 'photoShare', values: { pictures: gallery, content, phone: work.phone || phone }, pictures };
  }
  const steps = work.steps.map(({ image, stepDesc }, at) => ({
    id: `step${at}`,
    picture: image === '' ? null : add(image),
    text: stepDesc,
  }));
  return { kind: 'recipe', values: { title, content, pictures: gallery, cookTime, materials, tips, steps }, pictures };
}
