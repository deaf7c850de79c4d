import { createStore } from 'zustand/vanilla';
import {
  type BridgeError, bridgeErrorCode, type Environment, type LoginResult, type NavigationService, type PageContext,
  type SessionService, timeoutError,
} from '@fridge/shared-contracts';
import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { isCancel } from '../bridge/is-cancel.ts';
import { copy } from '../copy.ts';
import { buildSession, type HomeInfo, type Known, type UserInfo } from './build-session.ts';
import type { CredentialKeeper } from './credentials.ts';

export interface SessionKeeper extends SessionService {
  /** Reads the user and the home for the first time. Doesn't hold up drawing. */
  start(): Promise<void>;
  /** Takes a login result whose sender has been checked. */
  takeLoginResult(result: LoginResult): Promise<void>;
  /** The server refused this access token (code 401): its user counts as logged out until the app has a newer one. */
  rejectToken(accessToken: string): void;
  stop(): void;
}

export interface SessionDependencies {
  context: PageContext;
  environment: Environment;
  bridge: BridgeClient;
  credentials: CredentialKeeper;
  toast: (text: string) => void;
  navigation: Pick<NavigationService, 'push'>;
}

/** Where actions outside the app lead (spec section 6). */
const SHARE_PAGE = '/share';
const isTimeout = (error: BridgeError) => error.errMessage === timeoutError.errMessage;

/** Who uses the page, as the app tells it (spec section 6; architecture, "The native bridge"). */
export function createSession({ context, environment, bridge, credentials, toast, navigation }: SessionDependencies): SessionKeeper {
  let known: Known = { status: 'unknown', user: null, home: null };
  const store = createStore(() => ({ session: buildSession(context, known) }));
  let reading: Promise<void> | null = null;
  let latest = 0;
  let rejectedToken: string | null = null;
  let loginOpen = false;

  const learn = (next: Partial<Known>) => {
    known = { ...known, ...next };
    store.setState({ session: buildSession(context, known) });
  };
  const learnUser = (user: UserInfo | null, home: HomeInfo | null) => {
    const isUser = user !== null && user.userId !== '' && user.accessToken !== rejectedToken;
    credentials.keep(isUser ? { userId: user.userId, accessToken: user.accessToken } : null);
    learn({ status: isUser ? 'user' : 'guest', user, home });
  };

  /** Silence has its popup; any other refusal gets words, or a tap would lead to nothing. */
  const sayRefusal = (error: BridgeError, words: string = commonCopy['common.fallback.toast']) => {
    if (isTimeout(error)) return;
    toast(error.code === bridgeErrorCode.unsupported ? fill(copy['host.native.unsupported.toast']) : words);
  };

  /** A later reading outdates an earlier one, whose answers are then ignored. */
  const read = (options: { popup: boolean; login?: LoginResult }): Promise<void> => {
    latest += 1;
    const mine = latest;
    const work = async () => {
      const [user, home] = await Promise.all([bridge.call('getUserInfo', undefined, { popup: options.popup }), bridge.call('getHomeInfo')]);
      if (mine !== latest) return;
      if (options.popup && !user.ok) sayRefusal(user.error);
      const told = user.ok ? user.data : null;
      learnUser(told?.userId ? told : (userOfLogin(options.login) ?? told), home.ok ? home.data : known.home);
    };
    const current = work().finally(() => {
      if (reading === current) reading = null;
    });
    reading = current;
    return current;
  };

  const readHome = async (options: { popup: boolean }) => {
    const mine = latest;
    const home = await bridge.call('getHomeInfo', undefined, options);
    if (home.ok && mine === latest) learn({ home: home.data });
    if (options.popup && !home.ok) sayRefusal(home.error);
  };

  const openLogin = async () => {
    if (loginOpen) return;
    loginOpen = true;
    const answer = await bridge.call('login', undefined, { popup: true });
    loginOpen = false;
    if (!answer.ok && !isCancel(answer.error)) sayRefusal(answer.error);
  };

  /** The user may have logged in or bound a fridge elsewhere in the app meanwhile. */
  const stopListening = bridge.on('pageShow', () => {
    if (reading) return;
    if (known.status === 'guest') void read({ popup: false });
    else if (store.getState().session.needsFridge) void readHome({ popup: false });
  });

  return {
    get: () => store.getState().session,
    subscribe: store.subscribe,
    stop: stopListening,

    start: () => read({ popup: false }),

    async takeLoginResult(result) {
      if (!result.success) return toast(copy['host.login.cancelled.toast']);
      rejectedToken = null;
      await read({ popup: false, login: result });
    },

    rejectToken(accessToken) {
      if (known.status !== 'user' || credentials.current()?.accessToken !== accessToken) return;
      rejectedToken = accessToken;
      learnUser(known.user, known.home);
    },

    async require() {
      await reading;
      if (!environment.inApp) {
        navigation.push(SHARE_PAGE);
        return { allowed: false, because: 'outsideApp' };
      }
      if (known.user === null || rejectedToken !== null) await read({ popup: true });
      if (known.user === null) return { allowed: false, because: 'timeout' };

      if (store.getState().session.status !== 'user') {
        toast(copy['host.login.required.toast']);
        void openLogin();
        return { allowed: false, because: 'noUser' };
      }
      if (known.home === null && store.getState().session.fridge === null) await readHome({ popup: true });
      const { userId, mobile, homeId, fridge } = store.getState().session;
      if (!fridge) return { allowed: false, because: known.home === null ? 'timeout' : 'noFridge' };
      return { allowed: true, household: { userId, phone: mobile, fridgeId: fridge.fridgeId, homeId } };
    },

    async bindFridge() {
      const answer = await bridge.call('addDevice', undefined, { popup: true });
      if (!answer.ok && !isTimeout(answer.error)) {
        if (isCancel(answer.error)) return;
        return sayRefusal(answer.error, copy['host.bind.fail.toast']);
      }
      // After a timeout too: the page may have been open for longer than an answer is waited for.
      await readHome({ popup: false });
    },
  };
}

/** An app may announce a login before its own user info knows of it. */
function userOfLogin(login: LoginResult | undefined): UserInfo | null {
  if (!login?.userId || !login.accessToken) return null;
  return { userId: login.userId, accessToken: login.accessToken, nickName: '', headImgUrl: '', mobile: '' };
}
