import * as v from 'valibot';

/** The native bridge (architecture, "The native bridge"). Names and shapes are fixed. */
const text = v.optional(v.string(), '');

export const fridgeSchema = v.object({
  fridgeId: v.pipe(v.string(), v.minLength(1)),
  sn8: text,
  spec: text,
  name: text,
});
export type Fridge = v.InferOutput<typeof fridgeSchema>;

export const shareChannelSchema = v.picklist(['wx', 'wxTimeline']);
export type ShareChannel = v.InferOutput<typeof shareChannelSchema>;

/** Later apps add fields: unknown ones are ignored, missing ones refuse the answer. */
export const bridgeAnswers = {
  getUserInfo: v.object({ userId: v.string(), accessToken: text, nickName: text, headImgUrl: text, mobile: text }),
  getHomeInfo: v.object({ homeId: text, fridges: v.optional(v.array(fridgeSchema), []) }),
  getStatusBarHeight: v.object({ height: v.pipe(v.number(), v.minValue(0), v.maxValue(200)) }),
  choosePhotos: v.object({
    photos: v.pipe(v.array(v.object({ name: v.string(), type: v.string(), base64: v.string() })), v.maxLength(9)),
  }),
  share: v.object({ channel: v.optional(shareChannelSchema) }),
  openWebView: v.unknown(),
  login: v.unknown(),
  addDevice: v.unknown(),
  cloudRequest: v.unknown(),
  setHeader: v.unknown(),
  closePage: v.unknown(),
} as const;

export type BridgeMethod = keyof typeof bridgeAnswers;
export const bridgeMethods = Object.keys(bridgeAnswers) as BridgeMethod[]; // Object.keys forgets the key type

export type BridgeData<M extends BridgeMethod> = v.InferOutput<(typeof bridgeAnswers)[M]>;

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

/** 30 s where the user acts. Paused while a native page covers the web view (`pageHide` to `pageShow`). */
const ANSWER_LIMIT_MS = 5_000;
const PERSON_LIMIT_MS = 30_000;
const waitsForPerson: ReadonlySet<BridgeMethod> = new Set(['choosePhotos', 'share', 'login', 'addDevice']);

export function answerLimitMs(method: BridgeMethod): number {
  return waitsForPerson.has(method) ? PERSON_LIMIT_MS : ANSWER_LIMIT_MS;
}
