import { randomInt } from 'node:crypto';
import { cleanField, countCharacters } from '@fridge/shared-contracts/host';
import { CONTEST_WINDOW, type contestCalls, uploadEntry } from '@fridge/shared-contracts/activities/contest';
import { and, eq } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { refuse } from '../../http/refusal.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { requireOpen } from '../require-open.ts';
import { takePictures } from './pictures.ts';
import { readPhotoShareContent, readRecipeContent } from './read-content.ts';
import { picturesOf, type WorkContent, writeParts } from './stored-works.ts';
import { works } from './tables.ts';
import { lockUser, requireRoomForWork } from './user-limits.ts';

type Fields = Readonly<Record<string, string | undefined>>;
type Author = VerifiedCall<typeof contestCalls.saveWork>['household'];

/** A new recipe. */
export function saveWork({ household, fields }: VerifiedCall<typeof contestCalls.saveWork>, services: Services): Promise<{ id: string }> {
  return submit(household, fields, 'recipe', () => readRecipeContent(fields), services);
}

/** A new photo share; its phone is a contact and may be anybody's. */
export function submitEntries({ household, fields }: VerifiedCall<typeof contestCalls.submitEntries>, services: Services): Promise<{ id: string }> {
  return submit(household, fields, 'photoShare', () => readPhotoShareContent(fields), services);
}

/**
 * Stores a new work, pending review, until five days before the contest's end by business time. The same `requestId`
 * gives the same work again, also after that.
 */
async function submit(household: Author, fields: Fields, kind: 'recipe' | 'photoShare', readContent: () => WorkContent, services: Services): Promise<{ id: string }> {
  const { queries, clock } = services;
  const { userId } = household.account;
  const requestId = readRequestId(fields['requestId']);
  const sentBefore = async (asked: Queries) => {
    if (requestId === null) return null;
    const [work] = await asked.select({ id: works.id }).from(works).where(and(eq(works.userId, userId), eq(works.requestId, requestId)));
    return work ?? null;
  };
  const known = await sentBefore(queries);
  if (known !== null) return known;

  requireCollecting(services);
  const content = readContent();
  return queries.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    // Sent twice at once: the other one was first.
    const other = await sentBefore(transaction);
    if (other !== null) return other;
    await requireRoomForWork(transaction, userId);
    await takePictures(transaction, userId, picturesOf(content));
    const { images: _images, steps: _steps, ...text } = content;
    const [id, now] = [newId(), new Date(clock.business())];
    await transaction.insert(works).values({ id, userId, kind, requestId, ...text, ...readAuthor(household, fields), addedAt: now, submittedAt: now });
    await writeParts(transaction, id, content);
    return { id };
  });
}

/** @throws Refusal 204 outside the contest's period, or in its last five days, when nothing new is taken */
function requireCollecting({ settings, clock }: Services): void {
  requireOpen({ settings, clock }, CONTEST_WINDOW);
  if (uploadEntry(settings.current().windows[CONTEST_WINDOW], clock.business()) !== 'open') throw refuse.notice('server.work.closed');
}

const NICK_NAME_CHARACTERS = 40;
const SPEC_CHARACTERS = 60;

/**
 * Who sends a work and from which device. The phone and the fridge were found to be the user's own. Everybody who sees
 * the work sees name and picture: the account's own, and where it has no name the form's as text. A picture's address
 * is never taken from a form, since every reader's browser would ask there.
 */
export function readAuthor({ account }: Author, { devicePhone = '', fridgeId = '', spec = '', nickName = '' }: Fields) {
  return {
    devicePhone, fridgeId,
    spec: cut(cleanField(spec, 'one'), SPEC_CHARACTERS),
    nickName: cut(cleanField(account.nickName || nickName, 'one'), NICK_NAME_CHARACTERS),
    headImgUrl: account.headImgUrl,
  };
}

/** A name that is shown is cut where one that is written would be refused: the app gives it, nobody typed it here. */
function cut(text: string, characters: number): string {
  return countCharacters(text) <= characters ? text : [...text].slice(0, characters).join('');
}

function readRequestId(given = ''): string | null {
  if (given === '') return null;
  if (!/^[\w-]{1,64}$/.test(given)) throw refuse.badInput();
  return given;
}

/** Short enough to be read out, too many to be guessed, nothing in it that looks like something else. */
const ID_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 10;

function newId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS.charAt(randomInt(ID_CHARACTERS.length))).join('');
}
