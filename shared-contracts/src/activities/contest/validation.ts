import { cleanField, isMobilePhone } from '../../text/clean-field.ts';
import { countCharacters } from '../../text/count-characters.ts';
import { type ProblemKey, problemMessages } from './messages.ts';
import { contestTerms, cookTimes } from './terms.ts';
import { readImages, readSteps, type Step, uniqueImages } from './works.ts';

/** As typed. Images are addresses of uploaded pictures. */
export type Recipe = {
  cookName: string;
  desc: string;
  images: readonly string[];
  /** `''` or one of `cookTimes`. */
  cookTime: string;
  materials: string;
  tips: string;
  steps: readonly Step[];
};

export type PhotoShare = { images: readonly string[]; desc: string; phone: string };

/** Named as in the deck. */
export type ContestField = 'title' | 'content' | 'pictures' | 'cookTime' | 'materials' | 'tips' | 'steps' | 'phone';

/** `step` is the step's index; without it, all are meant. */
export type ContestProblem = { field: ContestField; messageKey: ProblemKey; step?: number };

/** Length while typing: what would be sent, in reader-visible characters. */
export const countWritten = (text: string): number => countCharacters(cleanField(text));

/** As sent and stored, without empty steps. */
export function cleanRecipe(recipe: Recipe): Recipe {
  return {
    cookName: cleanField(recipe.cookName, 'one'),
    desc: cleanField(recipe.desc),
    images: uniqueImages(recipe.images),
    cookTime: recipe.cookTime.trim(),
    materials: cleanField(recipe.materials),
    tips: cleanField(recipe.tips),
    steps: recipe.steps
      .map(({ image, stepDesc }) => ({ image: image.trim(), stepDesc: cleanField(stepDesc) }))
      .filter((step) => step.image || step.stepDesc),
  };
}

export function cleanPhotoShare(share: PhotoShare): PhotoShare {
  return { images: uniqueImages(share.images), desc: cleanField(share.desc), phone: share.phone.trim() };
}

/** The field that each message is about. */
const problemFields: Readonly<Record<ProblemKey, ContestField>> = {
  'contest.form.titleEmpty.toast': 'title',
  'contest.form.titleLong.toast': 'title',
  'contest.form.contentShort.toast': 'content',
  'contest.photo.contentEmpty.toast': 'content',
  'contest.photo.contentLong.toast': 'content',
  'contest.form.imagesFew.toast': 'pictures',
  'contest.photo.imagesEmpty.toast': 'pictures',
  'contest.image.full.toast': 'pictures',
  'contest.form.cookTimeBad.toast': 'cookTime',
  'contest.form.materialsLong.toast': 'materials',
  'contest.form.tipsLong.toast': 'tips',
  'contest.step.tooLong.toast': 'steps',
  'contest.step.full.toast': 'steps',
  'contest.photo.phoneBad.toast': 'phone',
};
const problem = (messageKey: ProblemKey): ContestProblem => ({ field: problemFields[messageKey], messageKey });

/** The first error in form order, or `null`. Takes raw input (spec section 5, "Work update"). */
export function recipeProblem(recipe: Recipe): ContestProblem | null {
  const { cookName, desc, images, cookTime, materials, tips } = cleanRecipe(recipe);
  const { titleCharacters, contentCharacters, recipeImages, materialsCharacters, tipsCharacters } = contestTerms;
  if (cookName === '') return problem('contest.form.titleEmpty.toast');
  if (countCharacters(cookName) > titleCharacters) return problem('contest.form.titleLong.toast');
  if (countCharacters(desc) < contentCharacters.min) return problem('contest.form.contentShort.toast');
  if (countCharacters(desc) > contentCharacters.max) return problem('contest.photo.contentLong.toast');
  if (images.length < recipeImages.min) return problem('contest.form.imagesFew.toast');
  if (images.length > recipeImages.max) return problem('contest.image.full.toast');
  if (cookTime !== '' && !cookTimes.some((known) => known === cookTime))
    return problem('contest.form.cookTimeBad.toast');
  if (countCharacters(materials) > materialsCharacters) return problem('contest.form.materialsLong.toast');
  if (countCharacters(tips) > tipsCharacters) return problem('contest.form.tipsLong.toast');
  return stepProblem(recipe.steps);
}

/** The same for a photo share (spec section 5, "Photo-share submit"). */
export function photoShareProblem(share: PhotoShare): ContestProblem | null {
  const { images, desc, phone } = cleanPhotoShare(share);
  const { photoShareImages, shareCharacters } = contestTerms;
  if (images.length < photoShareImages.min) return problem('contest.photo.imagesEmpty.toast');
  if (images.length > photoShareImages.max) return problem('contest.image.full.toast');
  if (desc === '') return problem('contest.photo.contentEmpty.toast');
  if (countCharacters(desc) > shareCharacters) return problem('contest.photo.contentLong.toast');
  return isMobilePhone(phone) ? null : problem('contest.photo.phoneBad.toast');
}

/**
 * Finds the form's rule that a server's refusal names.
 * @param fields those of the form
 * @returns `null` for another message
 */
export function refusedProblem(message: string, fields: readonly string[]): ContestProblem | null {
  const keys = Object.keys(problemFields) as ProblemKey[]; // Object.keys forgets the key type
  const problems = keys.filter((key) => problemMessages[key] === message).map(problem);
  return problems.find(({ field }) => fields.includes(field)) ?? null;
}

function stepProblem(steps: readonly Step[]): ContestProblem | null {
  const step = steps.findIndex(({ stepDesc }) => countWritten(stepDesc) > contestTerms.stepCharacters);
  if (step >= 0) return { ...problem('contest.step.tooLong.toast'), step };
  return steps.length > contestTerms.steps ? problem('contest.step.full.toast') : null;
}

/** As sent: pictures are joined by commas, steps are JSON (spec section 7). */
type Fields = Readonly<Record<string, string | undefined>>;

export function recipeFields(recipe: Recipe) {
  const { images, cookTime, steps, ...texts } = cleanRecipe(recipe);
  return {
    ...texts,
    image: images.join(','),
    CookTime: cookTime,
    steps: steps.length > 0 ? JSON.stringify(steps) : '',
  };
}

export function photoShareFields(share: PhotoShare) {
  const { images, desc, phone } = cleanPhotoShare(share);
  return { image: images.join(','), desc, phone };
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
