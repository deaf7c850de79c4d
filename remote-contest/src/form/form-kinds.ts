import {
  type ContestField, type ContestProblem, contestTerms, type PhotoShare, photoShareProblem, type Recipe, recipeProblem, type Work, workKind,
} from '@fridge/shared-contracts/activities/contest';
import * as v from 'valibot';
import type { Picture } from '../pictures/picture-machine.ts';
import { newPictureId } from '../pictures/picture-uploads.ts';

const id = v.pipe(v.string(), v.minLength(1));
const pictureIds = v.array(id);

/** Forms as they are typed and kept: pictures by their ids, so that a form holds no bytes. */
export const recipeValuesSchema = v.object({
  title: v.string(),
  content: v.string(),
  pictures: pictureIds,
  cookTime: v.string(),
  materials: v.string(),
  tips: v.string(),
  steps: v.array(v.object({ id, picture: v.nullable(id), text: v.string() })),
});
export type RecipeValues = v.InferOutput<typeof recipeValuesSchema>;
export type StepValues = RecipeValues['steps'][number];

export const photoShareValuesSchema = v.object({ pictures: pictureIds, content: v.string(), phone: v.string() });
export type PhotoShareValues = v.InferOutput<typeof photoShareValuesSchema>;

/** What the two kinds of works have in common for keeping, judging and sending. */
export interface FormKind<Values> {
  readonly schema: v.GenericSchema<unknown, Values>;
  /** In the order of the form. */
  readonly fields: readonly ContestField[];
  /** Of everything that the form shows, step photos included. */
  pictureIds(values: Values): string[];
  /** Without pictures that are no longer there. */
  without(values: Values, missing: ReadonlySet<string>): Values;
  /** @param addressOf the address of a picture by its id */
  problem(values: Values, addressOf: (id: string) => string): ContestProblem | null;
}

export const recipeKind: FormKind<RecipeValues> = {
  schema: recipeValuesSchema,
  fields: ['title', 'content', 'images', 'cookTime', 'materials', 'tips', 'step'],
  pictureIds: ({ pictures, steps }) => [...pictures, ...steps.flatMap(({ picture }) => picture ?? [])],
  without: (values, missing) => ({
    ...values,
    pictures: values.pictures.filter((picture) => !missing.has(picture)),
    steps: values.steps.map((step) => (step.picture !== null && missing.has(step.picture) ? { ...step, picture: null } : step)),
  }),
  problem: (values, addressOf) => recipeProblem(toRecipe(values, addressOf)),
};

export const photoShareKind: FormKind<PhotoShareValues> = {
  schema: photoShareValuesSchema,
  fields: ['images', 'content', 'phone'],
  pictureIds: ({ pictures }) => pictures,
  without: (values, missing) => ({ ...values, pictures: values.pictures.filter((picture) => !missing.has(picture)) }),
  problem: (values, addressOf) => photoShareProblem(toPhotoShare(values, addressOf)),
};

export const emptyRecipe: RecipeValues = { title: '', content: '', pictures: [], cookTime: '', materials: '', tips: '', steps: [] };

export const emptyPhotoShare: PhotoShareValues = { pictures: [], content: '', phone: '' };

export const newStep = (): StepValues => ({ id: newPictureId(), picture: null, text: '' });

/** How many pictures may still be chosen. */
export const picturesLeft = (chosen: readonly string[]): number => Math.max(0, contestTerms.recipeImages.max - chosen.length);

export function toRecipe(values: RecipeValues, addressOf: (id: string) => string): Recipe {
  return {
    cookName: values.title,
    desc: values.content,
    images: values.pictures.map(addressOf),
    cookTime: values.cookTime,
    materials: values.materials,
    tips: values.tips,
    steps: values.steps.map(({ picture, text }) => ({ image: picture === null ? '' : addressOf(picture), stepDesc: text })),
  };
}

export function toPhotoShare({ pictures, content, phone }: PhotoShareValues, addressOf: (id: string) => string): PhotoShare {
  return { images: pictures.map(addressOf), desc: content, phone };
}

/** Its pictures are the server's and have no bytes here. */
export type StoredForm =
  | { kind: 'recipe'; values: RecipeValues; pictures: Picture[] }
  | { kind: 'photoShare'; values: PhotoShareValues; pictures: Picture[] };

/**
 * The form of a stored work, for its edit.
 * @param phone what is known of the user, for a photo share that came without one
 */
export function storedForm(work: Work, phone: string): StoredForm {
  const pictures: Picture[] = [];
  const keep = (address: string): string => {
    const known = pictures.find(({ preview }) => preview === address);
    if (known) return known.id;
    // The address's own place in the work: the same form on every look, so that a kept draft finds its pictures.
    const picture: Picture = { id: `stored${pictures.length}`, bytes: null, preview: address, stage: { at: 'uploaded', address, uploadedAt: null } };
    pictures.push(picture);
    return picture.id;
  };
  const gallery = work.image.map(keep);
  if (workKind(work) === 'photoShare') return { kind: 'photoShare', values: { pictures: gallery, content: work.desc, phone: work.phone || phone }, pictures };
  const steps = work.steps.map(({ image, stepDesc }, at) => ({ id: `step${at}`, picture: image === '' ? null : keep(image), text: stepDesc }));
  const { cookName: title, desc: content, CookTime: cookTime, materials, tips } = work;
  return { kind: 'recipe', values: { title, content, pictures: gallery, cookTime, materials, tips, steps }, pictures };
}
