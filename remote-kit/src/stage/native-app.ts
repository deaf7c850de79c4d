import type { BridgeMethod } from '@fridge/shared-contracts';
import { sessions } from '../testing/fake-session.ts';
import type { StageHousehold } from './households.ts';

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
export function nativeAnswersOf({ session, token }: StageHousehold, prepared: NativeAnswers = {}): NativeAnswers {
  const { status, userId, nickName, headImgUrl, mobile, homeId, fridge } = sessions[session];
  const isUser = status === 'user';
  return {
    getStatusBarHeight: { height: STATUS_BAR_PX },
    choosePhotos: { photos: [PHOTO] },
    share: { channel: 'wx' },
    ...prepared,
    getUserInfo: isUser ? { userId, accessToken: token, nickName, headImgUrl, mobile } : { userId: '' },
    getHomeInfo: { homeId, fridges: fridge === null ? [] : [fridge] },
  };
}
