import { randomInt } from 'node:crypto';
import { answerCode } from '@fridge/shared-contracts';
import { cleanField, countCharacters } from '@fridge/shared-contracts/host';
import {
  cleanPhotoShare,
  cleanRecipe,
  CONTEST_WINDOW,
  contestCalls,
  type ContestProblem,
  mayDelete,
  photoShareProblem,
  readPhotoShare,
  readRecipe,
  recipeProblem,
  uploadEntry,
  workStatus,
} from '@fridge/shared-contracts/activities/contest';
import { and, eq, sql } from 'drizzle-orm';
import { isoInShanghai } from '../../clock.ts';
import type { copy } from '../../copy.ts';
import type { Queries } from '../../database/database.ts';
import type { OwnedHousehold } from '../../http/find-household.ts';
import { lockUser } from '../../http/household.ts';
import { Refusal, refuse, requireOpen } from '../../http/refusal.ts';
import { answer, anyPhone, readOnly } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { attachPictures, pictureAddress, pictureNameOf, releasePictures, removePictures } from './pictures.ts';
import {
  findWork,
  findWorks,
  isSameContent,
  latestSubmission,
  lockWork,
  picturesOf,
  shownDecision,
  type StoredWork,
  type WorkContent,
  writeParts,
} from './stored-works.ts';
import { works } from './tables.ts';
import { requireRoomForWork } from './user-limits.ts';

type Fields = Readonly<Record<string, string | undefined>>;
type Kind = StoredWork['kind'];

export const saveWork = answer(contestCalls.saveWork, ({ household, fields }, services) =>
  submit('recipe', household, fields, services),
);

export const submitEntries = answer(
  contestCalls.submitEntries,
  ({ household, fields }, services) => submit('photoShare', household, fields, services),
  anyPhone,
);

/**
 * Stores a pending work, until five days before the contest ends. A repeated `requestId` returns the same work, also
 * later.
 */
function submit(kind: Kind, household: OwnedHousehold, fields: Fields, services: Services): Promise<{ id: string }> {
  const { userId } = household.account;
  const requestId = fields['requestId'] || null;
  if (requestId !== null && !/^[\w-]{1,64}$/.test(requestId)) throw refuse.badInput();
  return services.queries.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    const [repeated] =
      requestId === null
        ? []
        : await transaction
            .select({ id: works.id })
            .from(works)
            .where(and(eq(works.userId, userId), eq(works.requestId, requestId)));
    if (repeated !== undefined) return repeated;
    requireCollecting(services);
    const content = readContent(kind, fields);
    await requireRoomForWork(transaction, userId);
    await attachPictures(transaction, userId, picturesOf(content));
    const [id, now] = [newId(), new Date(services.clock.business())];
    await transaction.insert(works).values({
      id,
      userId,
      kind,
      requestId,
      ...content,
      ...readAuthor(household, fields),
      addedAt: now,
      submittedAt: now,
    });
    await writeParts(transaction, id, content);
    return { id };
  });
}

/** @throws Refusal 204 outside the contest, or in its last five days */
function requireCollecting({ settings, clock }: Services): void {
  requireOpen({ settings, clock }, CONTEST_WINDOW);
  if (uploadEntry(settings.current().windows[CONTEST_WINDOW], clock.business()) !== 'open')
    throw refuse.notice('server.work.closed');
}

/**
 * Resubmits a pending or rejected work as pending, while the contest is open.
 * @throws Refusal 409 for an outdated `revision`, unless the content is already stored (a repeated request)
 */
export const updateWork = answer(
  contestCalls.updateWork,
  ({ household, fields }, services) => {
    const { queries, clock } = services;
    const { userId } = household.account;
    return queries.transaction(async (transaction) => {
      const work = await lockOwnWork(transaction, fields.id, userId, 'server.work.approvedEdit');
      requireOpen(services, CONTEST_WINDOW);
      const content = readContent(work.kind, fields);
      if (fields.revision !== undefined && fields.revision !== String(work.revision)) {
        if (isSameContent(content, work)) return { id: work.id };
        throw new Refusal(answerCode.conflict, 'server.work.changed');
      }
      await attachPictures(transaction, userId, picturesOf(content), picturesOf(work));
      await writeParts(transaction, work.id, content);
      await releasePictures(transaction, picturesOf(work), clock.real());
      const resubmitted = {
        status: workStatus.pending,
        mark: '',
        heldUntil: null,
        revision: sql`${works.revision} + 1`,
        submittedAt: new Date(clock.business()),
      };
      await transaction
        .update(works)
        .set({ ...content, ...readAuthor(household, fields), ...resubmitted })
        .where(eq(works.id, work.id));
      return { id: work.id };
    });
  },
  anyPhone,
);

/** Deletes a pending or rejected work at any time, with pictures that no other work uses. */
export const delWork = answer(contestCalls.delWork, ({ household, fields }, { queries, clock }) =>
  queries.transaction(async (transaction) => {
    const work = await lockOwnWork(transaction, fields.id, household.account.userId, 'server.work.approved');
    await transaction.delete(works).where(eq(works.id, work.id));
    await removePictures(transaction, picturesOf(work), clock.real());
    return null;
  }),
);

/** @throws Refusal 204 for none, 403 for another user's, 204 with message `approved` for an approved one */
async function lockOwnWork(
  transaction: Queries,
  id: string,
  userId: string,
  approved: keyof typeof copy,
): Promise<StoredWork> {
  const work = await lockWork(transaction, id);
  if (work === null) throw refuse.notice('server.work.missing');
  if (work.userId !== userId) throw new Refusal(answerCode.notYours, 'server.work.forbidden');
  if (!mayDelete(work)) throw refuse.notice(approved);
  return work;
}

/** All works of the user (at most `contestTerms.worksPerUser`), latest submission first. */
export const getMyWorks = answer(
  contestCalls.getMyWorks,
  async ({ household }, services) => {
    const mine = await findWorks(services.queries, eq(works.userId, household.account.userId), {
      order: latestSubmission,
    });
    return mine.map((work) => answerWork(work, true, services));
  },
  readOnly,
);

/** Approved works are public, others only their author's. */
export const getWorkDetail = answer(
  contestCalls.getWorkDetail,
  async ({ household, fields }, services) => {
    const work = await findWork(services.queries, fields.id);
    if (work === null) throw refuse.notice('server.work.missing');
    const mine = work.userId === household?.account.userId;
    if (!mine && shownDecision(work, services.clock.real()).status !== workStatus.approved)
      throw new Refusal(answerCode.notYours, 'server.work.forbidden');
    return answerWork(work, mine, services);
  },
  readOnly,
);

/** Spec section 3, "Work". @param mine adds phones, device and rejection reason */
function answerWork(work: StoredWork, mine: boolean, services: Services) {
  const { status, mark } = shownDecision(work, services.clock.real());
  const { id, cookName, desc, nickName, headImgUrl, materials, tips, phone, devicePhone, fridgeId, spec } = work;
  return {
    id,
    cookName,
    desc,
    status,
    nickName,
    headImgUrl,
    materials,
    tips,
    image: work.images.map((name) => pictureAddress(services, name)),
    steps: work.steps.map(({ picture, stepDesc }) => ({
      image: picture === null ? '' : pictureAddress(services, picture),
      stepDesc,
    })),
    CookTime: work.cookTime,
    addTime: minuteInShanghai(work.addedAt),
    drawId2: work.prize,
    editPermission: mine ? 1 : 0,
    ...(mine && {
      mark,
      phone,
      devicePhone,
      fridgeId,
      spec,
      submitTime: minuteInShanghai(work.submittedAt),
      revision: work.revision,
    }),
  };
}

/** `2023-08-01 10:00`. */
function minuteInShanghai(instant: Date): string {
  return isoInShanghai(instant).slice(0, 16).replace('T', ' ');
}

const NICK_NAME_CHARACTERS = 40;
const SPEC_CHARACTERS = 60;

/**
 * Author data shown with a work. The avatar is the account's only: one from a form would make every reader's browser
 * request its address. Phone and fridge are already checked for ownership.
 */
function readAuthor(
  { account }: OwnedHousehold,
  { devicePhone = '', fridgeId = '', spec = '', nickName = '' }: Fields,
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

/** Short enough to read aloud; no characters that look alike. */
const ID_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 10;

function newId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS.charAt(randomInt(ID_CHARACTERS.length))).join('');
}

/**
 * Validates a work by the page's rules. Addresses of pictures become names first, which reveals duplicates.
 * @throws Refusal 400 with the problem's message, 403 for a picture of another server
 */
function readContent(kind: Kind, fields: Fields): WorkContent {
  if (kind === 'photoShare') {
    const sent = readPhotoShare(fields);
    const share = { ...sent, images: sent.images.map(pictureName) };
    refuseProblem(photoShareProblem(share));
    return { ...cleanPhotoShare(share), cookName: '', cookTime: '', materials: '', tips: '', steps: [] };
  }
  const sent = readRecipe(fields);
  if (sent === null) throw refuse.badInput();
  const recipe = {
    ...sent,
    images: sent.images.map(pictureName),
    steps: sent.steps.map(({ image, stepDesc }) => ({
      image: image.trim() === '' ? '' : pictureName(image.trim()),
      stepDesc,
    })),
  };
  refuseProblem(recipeProblem(recipe));
  const { steps, ...clean } = cleanRecipe(recipe);
  return {
    ...clean,
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
