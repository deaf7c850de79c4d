import { joinImages, joinSteps, readImages, readSteps } from './works.ts';
import { cleanPhotoShare, cleanRecipe, type PhotoShare, type Recipe } from './validation.ts';

type Fields = Readonly<Record<string, string | undefined>>;

export function recipeFields(recipe: Recipe) {
  const { cookName, desc, images, cookTime, materials, tips, steps } = cleanRecipe(recipe);
  return { cookName, desc, image: joinImages(images), CookTime: cookTime, materials, tips, steps: joinSteps(steps) };
}

export function photoShareFields(share: PhotoShare) {
  const { images, desc, phone } = cleanPhotoShare(share);
  return { image: joinImages(images), desc, phone };
}

/** @returns `null` when the steps can't be parsed */
export function readRecipe(fields: Fields): Recipe | null {
  const steps = readSteps(fields['steps'] ?? '');
  if (steps === null) return null;
  const { cookName = '', desc = '', image = '', CookTime: cookTime = '', materials = '', tips = '' } = fields;
  return { cookName, desc, images: readImages(image), cookTime, materials, tips, steps };
}

export function readPhotoShare({ image = '', desc = '', phone = '' }: Fields): PhotoShare {
  return { images: readImages(image), desc, phone };
}
