import { defineCall } from '@fridge/shared-contracts';
import * as v from 'valibot';

/** Only this remote and the story's backend know this call. */
export const greet = defineCall({
  path: '/activity/greetGuest',
  required: ['userId'],
  optional: ['mood'],
  access: 'household',
  data: v.object({ greeting: v.string() }),
});

/** A call of the product's own that this release doesn't list. */
export const undeclared = defineCall({
  path: '/fridge/AnnualDraw21/draw',
  required: ['requestId'],
  access: 'household',
  data: v.unknown(),
});
