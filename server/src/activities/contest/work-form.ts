import { answerCode } from '@fridge/shared-contracts';
import { cleanField, countCharacters } from '@fridge/shared-contracts/page';
import {
  cleanPhotoShare,
  cleanRecipe,
  type ContestProblem,
  photoShareProblem,
  readPhotoShare,
  readRecipe,
  recipeProblem,
} from '@fridge/shared-contracts/activities/contest';
import type { OwnedHousehold } from '../../admission/find-household.ts';
import { Refusal, refuse } from '../../edge/refusal.ts';
import { pictureNameOf } from './pictures.ts';
import type { WorkContent, WorkKind } from './stored-works.ts';

export type WorkFields = Readonly<Record<string, string | undefined>>;

/**
 * Validates a work by the page's rules. Addresses of pictures become names first, which reveals duplicates.
 * @throws Refusal 400 with the problem's message, 403 for a picture of another server
 */
export function readContent(kind: WorkKind, fields: WorkFields): WorkContent {
  if (kind === 'photoShare') {
    const sent = readPhotoShare(fields);
    const images = sent.images.map(pictureName);
    const share = { ...sent, images };
    refuseProblem(photoShareProblem(share));
    return { ...cleanPhotoShare(share), images, cookName: '', cookTime: '', materials: '', tips: '', steps: [] };
  }
  const sent = readRecipe(fields);
  if (sent === null) throw refuse.badInput();
  const images = sent.images.map(pictureName);
  const recipe = {
    ...sent,
    images,
    steps: sent.steps.map(({ image, stepDesc }) => ({
      image: image.trim() === '' ? '' : pictureName(image.trim()),
      stepDesc,
    })),
  };
  refuseProblem(recipeProblem(recipe));
  const { steps, ...clean } = cleanRecipe(recipe);
  return {
    ...clean,
    images,
    phone: '',
    steps: steps.map(({ image, stepDesc }) => ({ picture: image === '' ? null : image, stepDesc })),
  };
}

function pictureName(address: string): string {
  const name = pictureNameOf(address);
  if (name === null) throw refuse.notYours();
  return name;
}

function refuseProblem(problem: ContestProblem | null): void {
  if (problem !== null) throw new Refusal(answerCode.badInput, problem.messageKey);
}

const NICK_NAME_CHARACTERS = 40;
const SPEC_CHARACTERS = 60;

/**
 * Author data shown with a work. The avatar is the account's only: one from a form would make every reader's browser
 * request its address. Phone and fridge are already checked for ownership.
 */
export function readAuthor(
  { account }: OwnedHousehold,
  { devicePhone = '', fridgeId = '', spec = '', nickName = '' }: WorkFields,
) {
  return {
    devicePhone,
    fridgeId,
    spec: cut(cleanField(spec, 'one'), SPEC_CHARACTERS),
    nickName: cut(cleanField(account.nickName || nickName, 'one'), NICK_NAME_CHARACTERS),
    headImgUrl: account.headImgUrl,
  };
}

/** The app supplies these texts: too long ones are cut, not refused. */
function cut(text: string, characters: number): string {
  return countCharacters(text) <= characters ? text : [...text].slice(0, characters).join('');
}
