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

type MethodRules = {
  /** Of the answer's `data`. Later apps add fields: unknown ones are ignored, missing ones refuse the answer. */
  answer: v.GenericSchema;
  /** Paused while a native page covers the web view (`pageHide` to `pageShow`). */
  limitMs: typeof APP_LIMIT_MS | typeof PERSON_LIMIT_MS;
  /** The user sees it: refused after the screen's visit. */
  acts: boolean;
};
const APP_LIMIT_MS = 5_000;
/** Where the user acts. */
const PERSON_LIMIT_MS = 30_000;

export const bridgeTable = {
  getUserInfo: {
    answer: v.object({ userId: v.string(), accessToken: text, nickName: text, headImgUrl: text, mobile: text }),
    limitMs: APP_LIMIT_MS,
    acts: false,
  },
  getHomeInfo: {
    answer: v.object({ homeId: text, fridges: v.optional(v.array(fridgeSchema), []) }),
    limitMs: APP_LIMIT_MS,
    acts: false,
  },
  getStatusBarHeight: {
    answer: v.object({ height: v.pipe(v.number(), v.minValue(0), v.maxValue(200)) }),
    limitMs: APP_LIMIT_MS,
    acts: false,
  },
  choosePhotos: {
    answer: v.object({
      photos: v.pipe(v.array(v.object({ name: v.string(), type: v.string(), base64: v.string() })), v.maxLength(9)),
    }),
    limitMs: PERSON_LIMIT_MS,
    acts: true,
  },
  share: { answer: v.object({ channel: v.optional(shareChannelSchema) }), limitMs: PERSON_LIMIT_MS, acts: true },
  openWebView: { answer: v.unknown(), limitMs: APP_LIMIT_MS, acts: true },
  login: { answer: v.unknown(), limitMs: PERSON_LIMIT_MS, acts: true },
  addDevice: { answer: v.unknown(), limitMs: PERSON_LIMIT_MS, acts: true },
  cloudRequest: { answer: v.unknown(), limitMs: APP_LIMIT_MS, acts: false },
  setHeader: { answer: v.unknown(), limitMs: APP_LIMIT_MS, acts: true },
  closePage: { answer: v.unknown(), limitMs: APP_LIMIT_MS, acts: true },
} as const satisfies Record<BridgeMethod, MethodRules>;

export const bridgeMethods = Object.keys(bridgeTable) as BridgeMethod[]; // Object.keys forgets the key type

export type BridgeData<M extends BridgeMethod> = v.InferOutput<(typeof bridgeTable)[M]['answer']>;
