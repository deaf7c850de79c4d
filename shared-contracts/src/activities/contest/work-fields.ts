import { joinImages, joinSteps, readImages, readSteps } from './works.ts';
import { cleanPhotoShare, cleanRecipe, type PhotoShare, type Recipe } from './validation.ts';

/** Fields of a call as they arrive: those that are absent are empty. */
type Fields = Readonly<Record<string, string | undefined>>;

/** A recipe's own fields of `saveWork` and `updateWork`, cleaned. */
export function recipeFields(recipe: Recipe) {
  const { cookName, desc, images, cookTime, materials, tips, steps } = cleanRecipe(recipe);
  return { cookName, desc, image: joinImages(images), CookTime: cookTime, materials, tips, steps: joinSteps(steps) };
}

/** A photo share's own fields of `submitEntries` and `updateWork`, cleaned. */
export function photoShareFields(share: PhotoShare) {
  const { images, desc, phone } = cleanPhotoShare(share);
  return { image: joinImages(images), desc, phone };
}

/** @returns the recipe of a call's fields, as `recipeProblem` takes it; `null` when the steps can't be read */
export function readRecipe(fields: Fields): Recipe | null {
  const steps = readSteps(fields['steps'] ?? '');
  if (steps === null) return null;
  const { cookName = '', desc = '', image = '', CookTime: cookTime = '', materials = '', tips = '' } = fields;
  return { cookName, desc, images: readImages(image), cookTime, materials, tips, steps };
}

/** @returns the photo share of a call's fields, as `photoShareProblem` takes it */
export function readPhotoShare({ image = '', desc = '', phone = '' }: Fields): PhotoShare {
  return { images: readImages(image), desc, phone };
}
