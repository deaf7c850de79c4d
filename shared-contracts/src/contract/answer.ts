import * as v from 'valibot';

/** Answer codes of every call (architecture, "The wire"); the HTTP status is always 200. */
export const answerCode = {
  success: 0,
  /** The server has something to say about an answer to the quiz (spec section 4). */
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

/** Envelope of every answer: `msg` is fit to show, `data` depends on the call. */
export const answerSchema = v.object({
  code: v.pipe(v.number(), v.integer()),
  msg: v.optional(v.nullable(v.string()), ''),
  data: v.optional(v.unknown(), null),
});
export type Answer = { code: number; msg: string; data: unknown };

/** Milliseconds that a request may take (spec section 9). */
export const REQUEST_LIMIT_MS = 10_000;

/** Headers that carry the server's two clocks on every answer, in milliseconds since the epoch. */
export const clockHeaders = { real: 'x-server-time', business: 'x-business-time' } as const;

/** A signature may be this old or this far ahead, and its nonce is remembered for as long (domain, "Signing"). */
export const SIGNATURE_WINDOW_MS = 5 * 60 * 1000;

/** A nonce is a UUID and nothing else (architecture, "The wire"). */
export const NONCE = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Uploads: so long without any progress, and so long in all, milliseconds (architecture, "The wire"). */
export const UPLOAD_LIMITS_MS = { silence: 10_000, total: 120_000 } as const;
