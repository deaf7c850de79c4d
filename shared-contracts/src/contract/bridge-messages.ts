import * as v from 'valibot';

/** What the page sends to the app. */
export type BridgeMessage = { id: string; method: string; params: unknown };

/** Error codes the page itself gives, beside those of the app. `undeclared`: the release doesn't list the method. */
export const bridgeErrorCode = { timeout: -1, unsupported: -2, malformed: -3, unavailable: -4, undeclared: -5 } as const;

export const bridgeErrorSchema = v.object({
  code: v.optional(v.number(), 0),
  errMessage: v.optional(v.string(), ''),
});
export type BridgeError = v.InferOutput<typeof bridgeErrorSchema>;

/** No answer in time, to the letter of the specification (section 8). */
export const timeoutError: BridgeError = { code: bridgeErrorCode.timeout, errMessage: 'TimeOut' };

const idSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** What the app sends to the page: an answer to one message, or an event. */
export const bridgeAnswerSchema = v.variant('ok', [
  v.object({ id: idSchema, ok: v.literal(true), data: v.optional(v.unknown()) }),
  v.object({ id: idSchema, ok: v.literal(false), error: v.optional(bridgeErrorSchema, {}) }),
]);
export type BridgeAnswer = v.InferOutput<typeof bridgeAnswerSchema>;

export const loginResultSchema = v.object({
  success: v.boolean(),
  userId: v.optional(v.string(), ''),
  accessToken: v.optional(v.string(), ''),
});
export type LoginResult = v.InferOutput<typeof loginResultSchema>;

export const bridgeEventSchema = v.variant('event', [
  v.object({ event: v.literal('loginResult'), data: loginResultSchema }),
  v.object({ event: v.literal('pageShow'), data: v.optional(v.unknown()) }),
  v.object({ event: v.literal('pageHide'), data: v.optional(v.unknown()) }),
]);
export type BridgeEvent = v.InferOutput<typeof bridgeEventSchema>;
export type BridgeEventName = BridgeEvent['event'];

/** The same login result as a window message. Whether its sender may be believed is the listener's to decide. */
export const loginWindowMessageSchema = v.object({ type: v.literal('loginResult'), ...loginResultSchema.entries });

/**
 * The stand-in app's first message to the page it frames: a frame can't set the user agent, so the version comes
 * this way. `{ hello: 'CompanionApp/8.1.0' }`
 */
export const standInHelloSchema = v.object({
  hello: v.string(),
  /** The system the stand-in plays; a frame's user agent is the browser's own. */
  platform: v.fallback(v.optional(v.picklist(['ios', 'android'])), undefined),
});

/** Messages from the app arrive as an object or as its JSON. */
export function parseBridgeMessage(raw: unknown): BridgeAnswer | BridgeEvent | null {
  const message = typeof raw === 'string' ? parseJson(raw) : raw;
  const answer = v.safeParse(bridgeAnswerSchema, message);
  if (answer.success) return answer.output;
  const event = v.safeParse(bridgeEventSchema, message);
  return event.success ? event.output : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
