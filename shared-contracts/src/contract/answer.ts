import * as v from 'valibot';
import { anything, looseText, number } from './fields.ts';

/** Answer codes of every call (architecture, "The wire"); the HTTP status is always 200. */
export const answerCode = {
  success: 0,
  /** A business rule refused (spec section 4); `msg` is for the user. */
  notice: 204,
  badInput: 400,
  notAuthorized: 401,
  notYours: 403,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  ourFault: 500,
} as const;
export type AnswerCode = (typeof answerCode)[keyof typeof answerCode];

/** `msg` may be shown; `data` depends on the call. */
export const answerSchema = v.object({
  code: v.pipe(number, v.integer()),
  msg: looseText,
  data: v.optional(anything, null),
});
export type Answer = v.InferOutput<typeof answerSchema>;

/** Request timeout (spec section 9). */
export const REQUEST_LIMIT_MS = 10_000;

/** The server's clocks, milliseconds since the epoch. */
export const clockHeaders = { real: 'x-server-time', business: 'x-business-time' } as const;

/** How old or far ahead a signature may be; nonces are stored for twice as long (domain, "Signing"). */
export const SIGNATURE_WINDOW_MS = 5 * 60 * 1000;

/** A UUID (architecture, "The wire"). */
export const NONCE = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Without progress, and in total (architecture, "The wire"). */
export const UPLOAD_LIMITS_MS = { silence: 10_000, total: 120_000 } as const;
