import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import { idText } from '../wire-values.ts';
import { workSchema, worksSchema } from './works.ts';

/** What a stored work is known by; a backend that says nothing has stored it all the same. */
export const storedWorkSchema = v.pipe(
  v.optional(v.nullable(v.object({ id: v.optional(v.nullable(idText), null) })), null),
  v.transform((stored) => ({ id: stored?.id ?? null })),
);

export const uploadedSchema = v.object({ imgUrl: v.pipe(v.string(), v.minLength(1)) });

/** Who sends a work, and from which device (spec sections 3 and 7). */
const author = ['devicePhone', 'spec', 'nickName', 'headImgUrl'] as const;
/** What a recipe has beyond the fields that the specification names: an edit loses nothing. */
const recipe = ['CookTime', 'materials', 'steps', 'tips'] as const;

/**
 * Calls of the contest (spec section 7, "Activity api layer"). Pictures are addresses that `uploadWork` gave, joined by
 * commas; `steps` is JSON text of `{ image, stepDesc }`.
 *
 * What a form may leave empty isn't required: the server refuses it in the words of the form.
 *
 * `requestId` stands for one work that is sent: the same id from the same user gives the same work again and never a
 * second one, so that a submission whose answer was lost may be repeated. A work that names a picture which the server
 * has swept meanwhile is answered with code 409: the page sends its pictures again.
 */
export const contestCalls = {
  saveWork: defineCall({
    path: '/activity/saveWork', required: ['fridgeId'], optional: ['cookName', 'image', 'desc', ...author, ...recipe, 'requestId'], access: 'household', data: storedWorkSchema,
  }),
  submitEntries: defineCall({
    path: '/activity/submitEntries', required: ['fridgeId'], optional: ['image', 'desc', 'phone', ...author, 'requestId'], access: 'household', data: storedWorkSchema,
  }),
  /**
   * A recipe carries `cookName` and its fields, a photo share `phone`: the work's kind never changes. `revision` is the
   * version that was edited: where there is another one by now, the answer is code 409 (`workChangedMessage`). Without
   * it the work is replaced, whatever it is.
   */
  updateWork: defineCall({
    path: '/activity/updateWork', required: ['id', 'fridgeId'], optional: ['cookName', 'image', 'desc', 'phone', 'revision', ...author, ...recipe], access: 'household', data: storedWorkSchema,
  }),
  getMyWorks: defineCall({ path: '/activity/getMyWorks', optional: ['devicePhone', 'fridgeId'], access: 'household', data: worksSchema }),
  /** An approved work may be read by anyone who has its link; any other by its author alone. */
  getWorkDetail: defineCall({ path: '/activity/getWorkDetail', required: ['id'], optional: ['devicePhone'], access: 'none', data: workSchema }),
  delWork: defineCall({ path: '/activity/delWork', required: ['id'], optional: ['devicePhone', 'fridgeId'], access: 'household', data: v.unknown() }),
  uploadWork: defineCall({ path: '/activity/uploadWork', required: ['fridgeId'], files: ['imgUrl'], access: 'household', data: uploadedSchema }),
} as const;
