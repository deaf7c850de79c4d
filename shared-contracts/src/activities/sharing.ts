import * as v from 'valibot';
import { anything, number } from '../contract/fields.ts';
import { defineCall } from '../contract/calls.ts';

/** Events of `annualRecord` (spec section 7). */
export const recordType = { enteredReport: '1', sharedReport: '2', sharedCampaign: '3' } as const;

/** Allowed to every activity (spec section 7). */
export const sharingCalls = {
  annualRecord: defineCall({
    path: '/fridge/AnnualDraw22/annualRecord',
    required: ['type', 'userId'],
    optional: ['fridgeId', 'phone', 'homeId'],
    access: 'household',
    /** Draws added by a share, and draws left. */
    data: v.nullish(v.object({ added: v.optional(number, 0), surplusNum: v.optional(number) }), {}),
  }),
  shareRecord: defineCall({
    path: '/activity/shareRecord',
    required: ['userId'],
    optional: ['phone', 'fridgeId', 'homeId'],
    access: 'household',
    data: anything,
  }),
} as const;
