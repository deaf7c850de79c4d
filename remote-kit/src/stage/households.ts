import type { BridgeMethod } from '@fridge/shared-contracts';
import { household, sessions } from '../testing/fake-session.ts';

export type HouseholdName = 'user' | 'noFridge' | 'guest' | 'browser' | 'report';

export type StageHousehold = {
  /** For people. */
  title: string;
  inApp: boolean;
  session: keyof typeof sessions;
  /** The access token that its calls carry; empty: none. */
  token: string;
  /** What its address carries. */
  query?: Readonly<Record<string, string>>;
};

/** Worth nothing but on this stage; the parts of an address that are personal leave the address bar at once. */
const REPORT_TOKEN = 'stage-report';

/** Who opens a remote's screens. */
export const households: Readonly<Record<HouseholdName, StageHousehold>> = {
  user: { title: 'a user with a fridge', inApp: true, session: 'user', token: 'stage-user' },
  noFridge: { title: 'a user without a fridge', inApp: true, session: 'noFridge', token: 'stage-no-fridge' },
  guest: { title: 'a guest in the app', inApp: true, session: 'guest', token: '' },
  browser: { title: 'a plain browser', inApp: false, session: 'guest', token: '' },
  report: {
    title: "a report link's token",
    inApp: false,
    session: 'guest',
    token: REPORT_TOKEN,
    query: { wxToken: REPORT_TOKEN, userId: household.userId, fridgeId: household.fridgeId },
  },
};

export const householdNames = Object.keys(households) as HouseholdName[]; // Object.keys forgets the key type

/** Whose call it is, by the access token of `Authorization: Basic`. @returns `null` without one that the stage gave */
export function ownerOfToken(authorization: string | undefined): HouseholdName | null {
  const [, credential = ''] = /^Basic (\S+)$/.exec(authorization ?? '') ?? [];
  const token = Buffer.from(credential, 'base64').toString('utf8').split(':').slice(1).join(':');
  return token === '' ? null : (householdNames.find((name) => households[name].token === token) ?? null);
}

/** What the app answers, by method; any other gets an empty answer. */
export type NativeAnswers = Readonly<Partial<Record<BridgeMethod, unknown>>>;

/** Of a phone with a status bar. */
const STATUS_BAR_PX = 44;

/** A dot: what is chosen whenever the page asks for photos. */
const PHOTO = {
  name: 'photo.png',
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
};

/** @param prepared answers of the remote's own `stand-alone/answers.ts` */
export function nativeAnswersOf({ session, token }: StageHousehold, prepared: NativeAnswers): NativeAnswers {
  const { status, userId, nickName, headImgUrl, mobile, homeId, fridge } = sessions[session];
  return {
    getStatusBarHeight: { height: STATUS_BAR_PX },
    choosePhotos: { photos: [PHOTO] },
    share: { channel: 'wx' },
    ...prepared,
    getUserInfo: status === 'user' ? { userId, accessToken: token, nickName, headImgUrl, mobile } : { userId: '' },
    getHomeInfo: { homeId, fridges: fridge === null ? [] : [fridge] },
  };
}
