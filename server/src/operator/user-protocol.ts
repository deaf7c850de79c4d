import * as v from 'valibot';
import { workKinds } from '../activities/contest/work-protocol.ts';
import { prizeStates } from '../activities/draw/prize-state.ts';
import { type CommandTable, doneBy, line, number, optionalNumber, optionalText, text, time } from './command-fields.ts';

/** `who`: an id, a phone or a fridge's id, in this order; `full`: with the whole phone. */
const userAsked = v.object({
  who: v.pipe(line, v.minLength(1, 'an id, a phone or a fridge'), v.maxLength(64, 'at most 64 characters')),
  full: v.optional(v.boolean(), false),
  ...doneBy,
});

/**
 * No code, secret, recipient or address. `phone`: `null` without one; `chancesLeft`: `null` if there never was any;
 * `draws`, `prizes` and `works`: the latest.
 */
const shownUser = v.object({
  foundBy: v.picklist(['id', 'phone', 'fridge']),
  account: v.object({
    userId: text,
    phone: optionalText,
    nickName: text,
    grid: text,
    supply: text,
    realNameVerified: v.boolean(),
  }),
  homes: v.array(
    v.object({
      homeId: text,
      fridges: v.array(v.object({ fridgeId: text, sn8: text, spec: text, name: text, hasReport: v.boolean() })),
    }),
  ),
  chancesLeft: optionalNumber,
  drawsInAll: number,
  draws: v.array(v.object({ requestId: text, level: optionalNumber, giftName: text, drawnAt: time })),
  grants: v.array(v.object({ id: text, kind: text, giftName: text, grantedAt: time, deadline: time })),
  prizesInAll: number,
  prizes: v.array(
    v.object({
      id: text,
      level: number,
      giftName: text,
      state: v.picklist(prizeStates),
      wonAt: time,
      deadline: time,
      shippedAt: v.nullable(time),
      carrier: optionalText,
      trackingNumber: optionalText,
    }),
  ),
  worksInAll: number,
  works: v.array(
    v.object({
      id: text,
      kind: v.picklist(workKinds),
      status: v.picklist(['pending', 'approved', 'rejected']),
      cookName: text,
      mark: text,
      prize: number,
      submittedAt: time,
    }),
  ),
});
export type ShownUser = v.InferOutput<typeof shownUser>;

export const userCommands = {
  'users.show': { fields: userAsked, answer: shownUser },
} as const satisfies CommandTable;
