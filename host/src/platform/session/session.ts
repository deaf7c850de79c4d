import { createStore } from 'zustand/vanilla';
import {
  type BridgeError,
  bridgeErrorCode,
  commonCopy,
  type Environment,
  fill,
  type Permission,
  type Session,
  type SessionService,
} from '@fridge/shared-contracts';
import type { LoginResult, PageContext } from '@fridge/shared-contracts/host';
import { copy } from '../../copy.ts';
import type { ReadableStore } from '../../lib/read-store.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { isCancel, isTimeout } from '../bridge/bridge-errors.ts';
import { type CredentialKeeper, createNewestUser } from './credentials.ts';
import { type Asking, askingOf, createLoginPage } from './login-page.ts';
import type { OpenSharePage } from '../share-page.ts';
import { isEncryptedLink, type ReportIdentity } from './report-link.ts';
import { buildSession, type HomeInfo, type SessionState, type UserInfo } from './session-state.ts';

export interface SessionKeeper {
  readonly store: ReadableStore<Session>;
  /** The actions of one visit: once it is over, nobody is asked on its behalf and nothing opens. */
  for(isOver: () => boolean): Pick<SessionService, 'require' | 'bindFridge'>;
  /** Reads the user and the home for the first time. Doesn't hold up drawing. */
  start(): Promise<void>;
  /** Takes a login result whose sender has been checked. */
  takeLoginResult(result: LoginResult): Promise<void>;
  /** The server refused this access token (code 401): its user counts as logged out until there is a newer one. */
  rejectToken(accessToken: string): void;
  stop(): void;
}

export interface SessionDependencies {
  context: PageContext;
  environment: Environment;
  bridge: Pick<BridgeClient, 'call' | 'on'>;
  credentials: CredentialKeeper;
  /** Whose report the address's link shows. */
  report: () => Promise<ReportIdentity | null>;
  toast: (text: string) => void;
  /** Where actions outside the app lead (spec section 6). */
  openSharePage: OpenSharePage;
}

/** Who uses the page, as the app tells it (spec section 6; architecture, "The native bridge"). */
export function createSession({ context, environment, bridge, credentials, report, toast, openSharePage }: SessionDependencies): SessionKeeper {
  // Ciphertext names no model; the session gets the real one when it is known.
  let address: PageContext = isEncryptedLink(context) ? { ...context, sn8: '' } : context;
  let state: SessionState = { status: 'unknown', user: null, home: null };
  const newest = createNewestUser();
  const store = createStore<Session>(() => buildSession(address, state));
  let reading: Promise<void> | null = null;
  let latest = 0;
  let outdate: (() => void) | undefined;

  const update = (next: Partial<SessionState>) => {
    state = { ...state, ...next };
    store.setState(buildSession(address, state), true);
  };
  const updateUser = (user: UserInfo | null, home: HomeInfo | null) => {
    const isUser = user !== null && user.userId !== '' && !newest.isRefused(user.accessToken);
    credentials.keep(isUser ? { userId: user.userId, accessToken: user.accessToken } : null);
    update({ status: isUser ? 'user' : 'guest', user, home });
    if (isUser) login.end();
  };

  /** Silence has its popup; any other refusal gets words, or a tap would lead to nothing. */
  const sayRefusal = (error: BridgeError, words: string = commonCopy['common.fallback.toast']) => {
    if (isTimeout(error)) return;
    toast(error.code === bridgeErrorCode.unsupported ? fill(copy['host.native.unsupported.toast']) : words);
  };

  /** A later reading outdates an earlier one, whose answers are then ignored; whoever waits for it follows the later. */
  const read = (options: { popup: boolean; afterLogin?: boolean }): Promise<void> => {
    latest += 1;
    const mine = latest;
    outdate?.();
    const outdated = new Promise<null>((resolve) => {
      outdate = () => resolve(null);
    });
    const work = async (): Promise<void> => {
      const answers = await Promise.race([
        Promise.all([bridge.call('getUserInfo', undefined, options), bridge.call('getHomeInfo')]),
        outdated,
      ]);
      if (answers === null || mine !== latest) {
        await reading;
        return;
      }
      const [told, home] = answers;
      if (options.popup && !told.ok) sayRefusal(told.error);
      const user = newest.of(told.ok ? told.data : null, options.afterLogin === true);
      const known = user?.userId === state.user?.userId ? state.home : null; // a home belongs to its user
      updateUser(user, home.ok ? home.data : known);
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
    if (home.ok && mine === latest) update({ home: home.data });
    if (options.popup && !home.ok) sayRefusal(home.error);
  };

  const readLink = async () => {
    const identity = isEncryptedLink(context) ? await report() : null;
    if (!identity) return;
    address = { ...address, sn8: identity.sn8 };
    update({});
  };

  const login = createLoginPage({ bridge, sayRefusal });

  const household = (): Permission | null => {
    const { status, userId, mobile, homeId, fridge } = store.getState();
    if (!environment.inApp || status !== 'user' || !fridge) return null;
    return { allowed: true, household: { userId, phone: mobile, fridgeId: fridge.fridgeId, homeId } };
  };

  /** The user may have logged in or bound a fridge elsewhere in the app meanwhile. */
  const stopListening = bridge.on('pageShow', () => {
    login.shownAgain(() => toast(copy['host.login.cancelled.toast']));
    if (reading) return;
    if (state.status === 'guest') void read({ popup: false });
    else if (store.getState().needsFridge) void readHome({ popup: false });
  });

  const decide = async (access: 'household' | 'report', asking: Asking): Promise<Permission> => {
    await reading;
    const linked = async (): Promise<Permission | null> => {
      const link = access === 'report' ? await report() : null;
      return link && { allowed: true, household: { userId: link.userId, phone: '', fridgeId: link.fridgeId, homeId: '' } };
    };
    const allowed = household() ?? (await linked());
    if (allowed) return household() ?? allowed;

    if (!environment.inApp) {
      if (!asking.isOver()) openSharePage(access === 'report' ? 'report' : 'activity');
      return { allowed: false, reason: 'outsideApp' };
    }
    if (state.user === null || newest.isRefused(state.user.accessToken)) await read(asking);
    if (state.user === null) return { allowed: false, reason: 'timeout' };

    if (store.getState().status !== 'user') {
      if (!asking.isOver()) {
        toast(copy['host.login.required.toast']);
        login.open(asking.isOver);
      }
      return { allowed: false, reason: 'noUser' };
    }
    if (state.home === null && store.getState().fridge === null) await readHome(asking);
    return household() ?? { allowed: false, reason: state.home === null ? 'timeout' : 'noFridge' };
  };

  return {
    store,
    stop: stopListening,

    async start() {
      await Promise.all([read({ popup: false }), readLink()]);
    },

    async takeLoginResult(result) {
      if (result.success) {
        newest.takeLogin(result, state.user);
        await read({ popup: false, afterLogin: true });
      } else {
        toast(copy['host.login.cancelled.toast']);
      }
      login.end();
    },

    rejectToken(accessToken) {
      if (state.status !== 'user' || credentials.user()?.accessToken !== accessToken) return;
      newest.refuse(accessToken);
      updateUser(state.user, state.home);
    },

    for(isOver) {
      const asking = askingOf(isOver);
      return {
        async require(access = 'household') {
          const permission = await decide(access, asking);
          if (permission.allowed || permission.reason !== 'noUser') return permission;
          await login.over();
          return store.getState().status === 'user' ? decide(access, asking) : permission;
        },

        async bindFridge() {
          const answer = await bridge.call('addDevice', undefined, asking);
          if (!answer.ok && !isTimeout(answer.error)) {
            if (!asking.isOver() && !isCancel(answer.error)) sayRefusal(answer.error, copy['host.bind.fail.toast']);
            return;
          }
          // After a timeout too: the page may have been open for longer than an answer is waited for.
          await readHome({ popup: false });
        },
      };
    },
  };
}
