import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import { anything, idText, someText } from '../../contract/fields.ts';
import { workSchema, worksSchema } from './works.ts';

/** `id` is `null` when the backend returns none. */
export const storedWorkSchema = v.nullish(v.object({ id: v.nullish(idText, null) }), {});

const author = ['devicePhone', 'spec', 'nickName', 'headImgUrl'] as const;
/** Recipe fields beyond the specification's. */
const recipe = ['CookTime', 'materials', 'steps', 'tips'] as const;

/**
 * Calls of the contest (spec section 7, "Activity api layer"). Pictures are comma-separated addresses from
 * `uploadWork`; `steps` is JSON of `{ image, stepDesc }`. Fields that the server refuses with a form's message are
 * optional.
 *
 * A retry with the same `requestId` by the same user gets the same work. Code 409: the server has swept a picture; the
 * page uploads them again.
 */
export const contestCalls = {
  saveWork: defineCall({
    path: '/activity/saveWork',
    required: ['fridgeId'],
    optional: ['cookName', 'image', 'desc', ...author, ...recipe, 'requestId'],
    access: 'household',
    data: storedWorkSchema,
  }),
  submitEntries: defineCall({
    path: '/activity/submitEntries',
    required: ['fridgeId'],
    optional: ['image', 'desc', 'phone', ...author, 'requestId'],
    access: 'household',
    data: storedWorkSchema,
  }),
  /**
   * A recipe carries `cookName`, a photo share `phone`: a work's kind never changes. `revision` is the edited version;
   * if outdated, the answer is code 409 (`workChangedMessage`). Without it the work is replaced anyway.
   */
  updateWork: defineCall({
    path: '/activity/updateWork',
    required: ['id', 'fridgeId'],
    optional: ['cookName', 'image', 'desc', 'phone', 'revision', ...author, ...recipe],
    access: 'household',
    data: storedWorkSchema,
  }),
  getMyWorks: defineCall({
    path: '/activity/getMyWorks',
    optional: ['devicePhone', 'fridgeId'],
    access: 'household',
    data: worksSchema,
  }),
  /** Anyone may read an approved work; any other only its author. */
  getWorkDetail: defineCall({
    path: '/activity/getWorkDetail',
    required: ['id'],
    optional: ['devicePhone'],
    access: 'none',
    data: workSchema,
  }),
  delWork: defineCall({
    path: '/activity/delWork',
    required: ['id'],
    optional: ['devicePhone', 'fridgeId'],
    access: 'household',
    data: anything,
  }),
  uploadWork: defineCall({
    path: '/activity/uploadWork',
    required: ['fridgeId'],
    files: ['imgUrl'],
    access: 'household',
    data: v.object({ imgUrl: someText }),
  }),
} as const;
