import * as v from 'valibot';
import {
  annualRecordSchema, directSchema, drawResultSchema, judgementSchema, prizesSchema, questionSchema, surplusSchema,
} from './entities.ts';

/**
 * Every call of the fridge backend that the activities make (spec section 7): where it goes, which fields it may
 * carry beside the signed ones, and what its data must look like. The server accepts no field that isn't named
 * here, since the signed concatenation is ambiguous.
 * `opaque` calls go to `/activity2023/<name>`, the name being a setting.
 */
export const calls = {
  isDirect: { path: 'opaque', fields: ['userId', 'phone', 'fridgeId', 'homeId'], data: directSchema },
  getNewAnswer: { path: 'opaque', fields: ['phone', 'fridgeId', 'questionId', 'homeId', 'userId'], data: questionSchema },
  AnswerQuestion: { path: 'opaque', fields: ['phone', 'fridgeId', 'questionId', 'correctAnswer', 'userId'], data: judgementSchema },
  getMyPrize: { path: '/activity/getMyPrize', fields: ['userId', 'phone', 'fridgeId', 'homeId'], data: prizesSchema },
  shareRecord: { path: '/activity/shareRecord', fields: ['userId', 'phone', 'fridgeId', 'homeId'], data: v.unknown() },
  saveAddress: { path: '/activity/saveAddress', fields: ['id', 'name', 'phone', 'address'], data: v.unknown() },
  getSurplusNum: { path: '/fridge/AnnualDraw21/getSurplusNum', fields: [], data: surplusSchema },
  draw: { path: '/fridge/AnnualDraw21/draw', fields: ['requestId'], data: drawResultSchema },
  getMyGiftList: { path: '/fridge/AnnualDraw21/getMyGiftList', fields: [], data: prizesSchema },
  annualRecord: {
    path: '/fridge/AnnualDraw22/annualRecord',
    fields: ['fridgeId', 'phone', 'type', 'userId', 'homeId'],
    data: annualRecordSchema,
  },
  myGift: { path: '/fridge/AnnualDraw22/myGift', fields: [], data: prizesSchema },
} as const;

export type CallName = keyof typeof calls;
export type CallFields<C extends CallName> = Partial<Record<(typeof calls)[C]['fields'][number], string>>;
export type CallData<C extends CallName> = v.InferOutput<(typeof calls)[C]['data']>;

export const opaqueCalls = ['isDirect', 'getNewAnswer', 'AnswerQuestion'] as const;

/** Fields that every signed call carries besides its own. */
export const signedFields = ['time_stamp', 'nonce', 'token'] as const;
