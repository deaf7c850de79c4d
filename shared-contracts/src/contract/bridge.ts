import * as v from 'valibot';
import { bridgeErrorCode } from './bridge-error-code.ts';
import { anything, boolean, idText, number, optionalText, parseJson, someText, text } from './fields.ts';

// The native bridge (architecture, "The native bridge"). Names and shapes are fixed.

export const fridgeSchema = v.object({
  fridgeId: someText,
  sn8: optionalText,
  spec: optionalText,
  name: optionalText,
});
export type Fridge = v.InferOutput<typeof fridgeSchema>;

export const shareChannelSchema = v.picklist(['wx', 'wxTimeline']);
export type ShareChannel = v.InferOutput<typeof shareChannelSchema>;

export type ShareCard = { title: string; description: string; link: string; image: string };

export type BridgeParams = {
  getUserInfo: undefined;
  getHomeInfo: undefined;
  getStatusBarHeight: undefined;
  /** @property max 1 to 9 */
  choosePhotos: { max: number };
  share: ShareCard & { channels: readonly ShareChannel[] };
  openWebView: { url: string; title: string };
  login: undefined;
  addDevice: undefined;
  cloudRequest: { path: string; body: unknown };
  setHeader: { visible: boolean };
  closePage: undefined;
};
export type BridgeMethod = keyof BridgeParams;

const APP_LIMIT_MS = 5_000;
/** Where the user acts. */
const PERSON_LIMIT_MS = 30_000;

// @__NO_SIDE_EFFECTS__
const reads = <Answer extends v.GenericSchema>(answer: Answer) => ({ answer, limitMs: APP_LIMIT_MS, acts: false });
// @__NO_SIDE_EFFECTS__
const acts = <Answer extends v.GenericSchema>(answer: Answer, limitMs = APP_LIMIT_MS) => ({
  answer,
  limitMs,
  acts: true,
});

/**
 * - `answer`: its `data`. Later apps add fields: unknown ones are ignored, missing ones refuse the answer.
 * - `limitMs`: paused while a native page covers the web view (`pageHide` to `pageShow`)
 * - `acts`: the user sees it, so it is refused after the screen's visit
 */
export const bridgeTable = {
  getUserInfo: reads(
    v.object({
      userId: text,
      accessToken: optionalText,
      nickName: optionalText,
      headImgUrl: optionalText,
      mobile: optionalText,
    }),
  ),
  getHomeInfo: reads(v.object({ homeId: optionalText, fridges: v.optional(v.array(fridgeSchema), []) })),
  getStatusBarHeight: reads(v.object({ height: v.pipe(number, v.minValue(0), v.maxValue(200)) })),
  choosePhotos: acts(
    v.object({
      photos: v.pipe(v.array(v.object({ name: text, type: text, base64: text })), v.maxLength(9)),
    }),
    PERSON_LIMIT_MS,
  ),
  share: acts(v.object({ channel: v.optional(shareChannelSchema) }), PERSON_LIMIT_MS),
  openWebView: acts(anything),
  login: acts(anything, PERSON_LIMIT_MS),
  addDevice: acts(anything, PERSON_LIMIT_MS),
  cloudRequest: reads(anything),
  setHeader: acts(anything),
  closePage: acts(anything),
} satisfies Record<BridgeMethod, unknown>;

export const bridgeMethods = Object.keys(bridgeTable) as BridgeMethod[]; // Object.keys forgets the key type

export type BridgeData<M extends BridgeMethod> = v.InferOutput<(typeof bridgeTable)[M]['answer']>;

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

/** Accepts an object or its JSON. @returns `null` for anything but an answer or an event */
export function parseBridgeMessage(raw: unknown) {
  const message = typeof raw === 'string' ? parseJson(raw) : raw;
  const { success, output } = v.safeParse(v.union([bridgeAnswerSchema, bridgeEventSchema]), message);
  return success ? output : null;
}
