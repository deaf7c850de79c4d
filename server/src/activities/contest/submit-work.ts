import { randomInt } from 'node:crypto';
import { cleanField, countCharacters } from '@fridge/shared-contracts/host';
import { CONTEST_WINDOW, type contestCalls, uploadEntry } from '@fridge/shared-contracts/activities/contest';
import { and, eq } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { refuse } from '../../http/refusal.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { requireOpen } from '../require-open.ts';
import { attachPictures } from './pictures.ts';
import { readPhotoShareContent, readRecipeContent } from './read-content.ts';
import { picturesOf, type WorkContent, writeParts } from './stored-works.ts';
import { works } from './tables.ts';
import { lockUser, requireRoomForWork } from './user-limits.ts';

type Fields = Readonly<Record<string, string | undefined>>;
type Author = VerifiedCall<typeof contestCalls.saveWork>['household'];

export function saveWork({ household, fields }: VerifiedCall<typeof contestCalls.saveWork>, services: Services): Promise<{ id: string }> {
  return submit(household, fields, 'recipe', () => readRecipeContent(fields), services);
}

export function submitEntries({ household, fields }: VerifiedCall<typeof contestCalls.submitEntries>, services: Services): Promise<{ id: string }> {
  return submit(household, fields, 'photoShare', () => readPhotoShareContent(fields), services);
}

/**
 * Stores a pending work, until five days before the contest ends. A repeated `requestId` returns the same work, also
 * later.
 */
async function submit(household: Author, fields: Fields, kind: 'recipe' | 'photoShare', readContent: () => WorkContent, services: Services): Promise<{ id: string }> {
  const { queries, clock } = services;
  const { userId } = household.account;
  const requestId = readRequestId(fields['requestId']);
  const findRepeated = async (asked: Queries) => {
    if (requestId === null) return null;
    const [work] = await asked.select({ id: works.id }).from(works).where(and(eq(works.userId, userId), eq(works.requestId, requestId)));
    return work ?? null;
  };
  const known = await findRepeated(queries);
  if (known !== null) return known;

  requireCollecting(services);
  const content = readContent();
  return queries.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    // A concurrent request with this id may have come first.
    const other = await findRepeated(transaction);
    if (other !== null) return other;
    await requireRoomForWork(transaction, userId);
    await attachPictures(transaction, userId, picturesOf(content));
    const { images: _images, steps: _steps, ...text } = content;
    const [id, now] = [newId(), new Date(clock.business())];
    await transaction.insert(works).values({ id, userId, kind, requestId, ...text, ...readAuthor(household, fields), addedAt: now, submittedAt: now });
    await writeParts(transaction, id, content);
    return { id };
  });
}

/** @throws Refusal 204 outside the contest, or in its last five days */
function requireCollecting({ settings, clock }: Services): void {
  requireOpen({ settings, clock }, CONTEST_WINDOW);
  if (uploadEntry(settings.current().windows[CONTEST_WINDOW], clock.business()) !== 'open') throw refuse.notice('server.work.closed');
}

const NICK_NAME_CHARACTERS = 40;
const SPEC_CHARACTERS = 60;

/**
 * Author data shown with a work. The avatar is the account's only: one from a form would make every reader's browser
 * request its address. Phone and fridge are already checked for ownership.
 */
export function readAuthor({ account }: Author, { devicePhone = '', fridgeId = '', spec = '', nickName = '' }: Fields) {
  return {
    devicePhone, fridgeId,
    spec: cut(cleanField(spec, 'one'), SPEC_CHARACTERS),
    nickName: cut(cleanField(account.nickName || nickName, 'one'), NICK_NAME_CHARACTERS),
    headImgUrl: account.headImgUrl,
  };
}

/** The app supplies these texts: too long ones are cut, not refused. */
function cut(text: string, characters: number): string {
  return countCharacters(text) <= characters ? text : [...text].slice(0, characters).join('');
}

function readRequestId(given = ''): string | null {
  if (given === '') return null;
  if (!/^[\w-]{1,64}$/.test(given)) throw refuse.badInput();
  return given;
}

/** Short enough to read aloud; no characters that look alike. */
const ID_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 10;

function newId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS.charAt(randomInt(ID_CHARACTERS.length))).join('');
}
