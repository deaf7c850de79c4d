import * as v from 'valibot';
import { bridgeErrorCode } from './bridge-error-code.ts';
import { anything, boolean, idText, number, optionalText, text } from './fields.ts';

/** From page to app. */
export type BridgeMessage = { id: string; method: string; params: unknown };

const bridgeErrorSchema = v.object({
  code: v.optional(number, 0),
  errMessage: optionalText,
});
export type BridgeError = v.InferOutput<typeof bridgeErrorSchema>;

/** Timeout, exactly as specified (section 8). */
export const timeoutError: BridgeError = { code: bridgeErrorCode.timeout, errMessage: 'TimeOut' };

/** From app to page. */
const bridgeAnswerSchema = v.variant('ok', [
  v.object({ id: idText, ok: v.literal(true), data: v.optional(anything) }),
  v.object({ id: idText, ok: v.literal(false), error: v.optional(bridgeErrorSchema, {}) }),
]);
type BridgeAnswer = v.InferOutput<typeof bridgeAnswerSchema>;

const loginResultSchema = v.object({
  success: boolean,
  userId: optionalText,
  accessToken: optionalText,
});
export type LoginResult = v.InferOutput<typeof loginResultSchema>;

const bridgeEventSchema = v.variant('event', [
  v.object({ event: v.literal('loginResult'), data: loginResultSchema }),
  v.object({ event: v.picklist(['pageShow', 'pageHide']), data: v.optional(anything) }),
]);
export type BridgeEvent = v.InferOutput<typeof bridgeEventSchema>;

/** A login result as window message. The listener must verify the sender. */
export const loginWindowMessageSchema = v.object({ type: v.literal('loginResult'), ...loginResultSchema.entries });

/** The stand-in app's first message (a frame can't set the user agent): `{ hello: 'CompanionApp/8.1.0' }` */
export const standInHelloSchema = v.object({
  hello: text,
  /** The simulated system. */
  platform: v.fallback(v.optional(v.picklist(['ios', 'android'])), undefined),
});

/** Accepts an object or its JSON. */
export function parseBridgeMessage(raw: unknown): BridgeAnswer | BridgeEvent | null {
  const message = typeof raw === 'string' ? parseJson(raw) : raw;
  const { success, output } = v.safeParse(v.union([bridgeAnswerSchema, bridgeEventSchema]), message);
  return success ? output : null;
}

/** @returns `null` for text that is no JSON */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
