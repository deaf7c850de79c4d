import {
  contestCalls,
  type ContestProblem,
  photoShareFields,
  photoShareProblem,
  recipeFields,
  recipeProblem,
  type Work,
} from '@fridge/shared-contracts/activities/contest';
import { newRequestId } from '@fridge/shared-ui';
import * as v from 'valibot';

/** Every field has a default: a draft of another release keeps what it has. */
const text = v.fallback(v.string(), '');
/** Without malformed entries. */
const listOf = <Entry>(entry: v.GenericSchema<unknown, Entry>) =>
  v.fallback(
    v.pipe(
      v.array(v.fallback(v.nullable(entry), null)),
      v.transform((entries) => entries.filter((one) => one !== null)),
    ),
    [],
  );
const pictureIds = listOf(v.string());
const stepSchema = v.object({ id: v.fallback(v.string(), () => newRequestId()), picture: text, text });
export type StepValues = v.InferOutput<typeof stepSchema>;

const recipeSchema = v.object({
  title: text,
  content: text,
  pictures: pictureIds,
  cookTime: text,
  materials: text,
  tips: text,
  steps: listOf(stepSchema),
});
export type RecipeValues = v.InferOutput<typeof recipeSchema>;

const photoShareSchema = v.object({ pictures: pictureIds, content: text, phone: text });
export type PhotoShareValues = v.InferOutput<typeof photoShareSchema>;

/** Pictures are ids; `''` for a step without one. */
export type FormValues = { pictures: string[]; steps?: StepValues[] };

export interface FormKind<Values extends FormValues> {
  /** Reads anything, without failing: what is missing or malformed is empty. */
  readonly schema: v.GenericSchema<unknown, Values>;
  /** Of values with addresses in place of ids. */
  problem(values: Values): ContestProblem | null;
  toFields(values: Values): ReturnType<typeof recipeFields> | ReturnType<typeof photoShareFields>;
  /** Of a new work. */
  readonly draft: 'recipe' | 'photoShare';
  readonly call: typeof contestCalls.saveWork | typeof contestCalls.submitEntries;
  readonly track: 'contest.upload.recipe' | 'contest.upload.share';
}

const toRecipe = ({ title: cookName, content: desc, pictures: images, steps, ...rest }: RecipeValues) => ({
  ...rest,
  cookName,
  desc,
  images,
  steps: steps.map((step) => ({ image: step.picture, stepDesc: step.text })),
});
const toPhotoShare = ({ pictures: images, content: desc, phone }: PhotoShareValues) => ({ images, desc, phone });

export const recipeKind: FormKind<RecipeValues> = {
  schema: recipeSchema,
  problem: (values) => recipeProblem(toRecipe(values)),
  toFields: (values) => recipeFields(toRecipe(values)),
  draft: 'recipe',
  call: contestCalls.saveWork,
  track: 'contest.upload.recipe',
};

export const photoShareKind: FormKind<PhotoShareValues> = {
  schema: photoShareSchema,
  problem: (values) => photoShareProblem(toPhotoShare(values)),
  toFields: (values) => photoShareFields(toPhotoShare(values)),
  draft: 'photoShare',
  call: contestCalls.submitEntries,
  track: 'contest.upload.share',
};

/** The form's fields of a stored work, to be read by a kind's schema. Its pictures' ids are their addresses. */
export const storedFields = ({
  cookName: title,
  desc: content,
  image: pictures,
  CookTime: cookTime,
  ...rest
}: Work): Record<keyof RecipeValues | keyof PhotoShareValues, unknown> => ({
  ...rest,
  title,
  content,
  pictures,
  cookTime,
  steps: rest.steps.map(({ image: picture, stepDesc }, at) => ({ id: `step${at}`, picture, text: stepDesc })),
});

/** Replaces each picture's id; an empty one removes it. */
export function replacePictures<Values extends FormValues>(values: Values, replace: (id: string) => string): Values {
  const { pictures, steps } = values;
  return {
    ...values,
    pictures: pictures.map(replace).filter((id) => id !== ''),
    ...(steps && { steps: steps.map((step) => ({ ...step, picture: step.picture && replace(step.picture) })) }),
  };
}

export function picturesIn({ pictures, steps = [] }: FormValues): string[] {
  return [...pictures, ...steps.map(({ picture }) => picture).filter((id) => id !== '')];
}
