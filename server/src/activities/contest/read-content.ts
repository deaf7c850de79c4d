import { answerCode } from '@fridge/shared-contracts';
import {
  cleanPhotoShare, cleanRecipe, type ContestProblem, photoShareProblem, readPhotoShare, readRecipe, recipeProblem,
} from '@fridge/shared-contracts/activities/contest';
import { Refusal, refuse } from '../../http/refusal.ts';
import { pictureNameOf } from './pictures.ts';
import type { WorkContent } from './stored-works.ts';

type Fields = Readonly<Record<string, string | undefined>>;

/**
 * Validates a recipe by the page's rules. Addresses become names first, which reveals duplicates.
 * @throws Refusal 400 with the problem's message, 403 for a picture of another server
 */
export function readRecipeContent(fields: Fields): WorkContent {
  const sent = readRecipe(fields);
  if (sent === null) throw refuse.badInput();
  const recipe = {
    ...sent,
    images: sent.images.map(pictureName),
    steps: sent.steps.map(({ image, stepDesc }) => ({ image: image.trim() === '' ? '' : pictureName(image.trim()), stepDesc })),
  };
  refuseProblem(recipeProblem(recipe));
  const { steps, ...clean } = cleanRecipe(recipe);
  return { ...clean, phone: '', steps: steps.map(({ image, stepDesc }) => ({ picture: image === '' ? null : image, stepDesc })) };
}

export function readPhotoShareContent(fields: Fields): WorkContent {
  const sent = readPhotoShare(fields);
  const share = { ...sent, images: sent.images.map(pictureName) };
  refuseProblem(photoShareProblem(share));
  return { ...cleanPhotoShare(share), cookName: '', cookTime: '', materials: '', tips: '', steps: [] };
}

function pictureName(address: string): string {
  const name = pictureNameOf(address);
  if (name === null) throw refuse.notYours();
  return name;
}

function refuseProblem(problem: ContestProblem | null): void {
  if (problem !== null) throw new Refusal(answerCode.badInput, problem.messageKey);
}
