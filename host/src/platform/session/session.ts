import { createStore } from 'zustand/vanilla';
import {
  type BridgeData,
  type BridgeError,
  commonCopy,
  type Environment,
  type Fridge,
  type Permission,
  type Session,
  type SessionService,
} from '@fridge/shared-contracts';
import { type PageContext, permissionOf } from '@fridge/shared-contracts/page';
import { copy } from '../../copy.ts';
import { type BridgeClient, isTimeout, refusalText } from '../bridge/bridge-client.ts';
import type { Credential } from '../requests/signing.ts';
import type { OpenSharePage } from '../share-prepared.ts';
import {
  createLatestLogin,
  createLoginPage,
  listenForLogin,
  type UserInfo,
  type VisitCall,
  visitCall,
} from './login.ts';
import { type ReportIdentity, withoutCipher } from './report-link.ts';

/** The app's answers so far; `null`: none, or an error. */
type Answers = {
  /** `undefined` until the first read has ended. */
  info: UserInfo | null | undefined;
  home: BridgeData<'getHomeInfo'> | null;
  /** `getUserInfo` timed out. */
  isSilent: boolean;
};

/** As the app reports it (spec section 6; architecture, "The native bridge"). */
export function createSession({
  context,
  environment,
  bridge,
  report,
  toast,
  openSharePage,
}: {
  context: PageContext;
  environment: Environment;
  bridge: BridgeClient;
  /** Of a report link. */
  report: () => Promise<ReportIdentity | null>;
  toast: (text: string) => void;
  /** For actions outside the app (spec section 6). */
  openSharePage: OpenSharePage;
}) {
  let address = withoutCipher(context);
  let answers: Answers = { info: undefined, home: null, isSilent: false };
  const latestLogin = createLatestLogin();
  const store = createStore<Session>(() => buildSession(address, answers, null));
  let reading: Promise<void> | null = null;
  let endReading: (() => void) | undefined;
  let latest = 0;

  /** With the access token, in this closure only. */
  const currentUser = (): UserInfo | null => {
    const { info } = answers;
    return info && info.userId !== '' && !latestLogin.isOutdated(info.accessToken) ? info : null;
  };
  const update = (next: Partial<Answers>) => {
    answers = { ...answers, ...next };
    store.setState(buildSession(address, answers, currentUser()), true);
    if (currentUser()) login.end();
  };

  const showRefusal = (error: BridgeError, text: string = commonCopy['common.fallback.toast']) => {
    const shown = refusalText(error, text);
    if (shown !== '') toast(shown);
  };

  /** A new read replaces the current one: callers wait for it. */
  const read = (options: { popup?: boolean } = {}): Promise<void> => {
    latest += 1;
    const request = latest;
    reading ??= new Promise((resolve) => {
      endReading = resolve;
    });
    const calls = [bridge.call('getUserInfo', undefined, options), bridge.call('getHomeInfo')] as const;
    void Promise.all(calls).then(([info, home]) => {
      if (request !== latest) return;
      reading = null;
      endReading?.();
      if (options.popup && !info.ok) showRefusal(info.error);
      const user = latestLogin.applyTo(info.ok ? info.data : null);
      const knownHome = user?.userId === answers.info?.userId ? answers.home : null;
      update({ info: user, home: home.ok ? home.data : knownHome, isSilent: !info.ok && isTimeout(info.error) });
    });
    return reading;
  };

  const readHome = async (options: { popup?: boolean } = {}) => {
    const request = latest;
    const home = await bridge.call('getHomeInfo', undefined, options);
    if (home.ok && request === latest) update({ home: home.data });
    if (options.popup && !home.ok) showRefusal(home.error);
  };

  const login = createLoginPage(bridge, showRefusal);

  const household = () => permissionOf(environment, store.getState());
  const reportHousehold = async (): Promise<Permission | null> => {
    const link = await report();
    return (
      link && { allowed: true, household: { userId: link.userId, phone: '', fridgeId: link.fridgeId, homeId: '' } }
    );
  };

  listenForLogin(bridge, async (result) => {
    if (result.success) {
      latestLogin.record(result, answers.info);
      await read();
    } else {
      toast(copy['host.login.cancelled.toast']);
    }
    login.end();
  });
  /** The user may have logged in or bound a fridge in the app. */
  bridge.listen(({ event }) => {
    if (event !== 'pageShow') return;
    login.onPageShow(() => toast(copy['host.login.cancelled.toast']));
    if (reading) return;
    const { status, needsFridge } = store.getState();
    if (status === 'guest') void read();
    else if (needsFridge) void readHome();
  });

  const permissionFor = async (access: 'household' | 'report', visit: VisitCall): Promise<Permission> => {
    await reading;
    const byLink = household() === null && access === 'report' ? await reportHousehold() : null;
    const permission = household() ?? byLink; // the user may have logged in since
    if (permission) return permission;

    if (!environment.inApp) {
      if (!visit.isOver()) openSharePage(access === 'report' ? 'report' : 'activity');
      return { allowed: false, reason: 'outsideApp' };
    }
    if (!answers.info || latestLogin.isOutdated(answers.info.accessToken)) await read(visit);
    if (!answers.info) return { allowed: false, reason: 'timeout' };

    if (currentUser() === null) {
      if (!visit.isOver()) {
        toast(commonCopy['host.login.required.toast']);
        await login.open(visit.isOver);
      }
      return currentUser() ? permissionFor(access, visit) : { allowed: false, reason: 'noUser' };
    }
    if (answers.home === null && store.getState().fridge === null) await readHome(visit);
    return household() ?? { allowed: false, reason: answers.home === null ? 'timeout' : 'noFridge' };
  };

  return {
    store,
    /** Of a full session; only requests may have it, no remote or store. */
    credential: (): Credential | null => currentUser(),

    async start() {
      const firstRead = read();
      const link = await report();
      if (link) {
        address = { ...address, sn8: link.sn8 };
        update({});
      }
      await firstRead;
    },

    /** Refused by the server (code 401): the user counts as logged out until there is a newer token. */
    rejectToken(accessToken: string) {
      if (currentUser()?.accessToken !== accessToken) return;
      latestLogin.refuse(accessToken);
      update({});
    },

    /** After the visit they show and open nothing. */
    for(isOver: () => boolean): Pick<SessionService, 'require' | 'bindFridge'> {
      const visit = visitCall(isOver);
      return {
        require: (access = 'household') => permissionFor(access, visit),

        async bindFridge() {
          const answer = await bridge.call('addDevice', undefined, visit);
          if (!answer.ok && !isTimeout(answer.error)) {
            if (!isOver()) showRefusal(answer.error, copy['host.bind.fail.toast']);
            return;
          }
          // After a timeout too: the app's page may stay open longer.
          await readHome();
        },
      };
    },
  };
}

/**
 * The address determines the fridge, the app the user: an address's user id is not authenticated (architecture, "Who it
 * serves"; spec section 3). Binding a fridge needs a user: login comes first.
 */
function buildSession(context: PageContext, { info, home, isSilent }: Answers, user: UserInfo | null): Session {
  const fridge = chooseFridge(context, home?.fridges ?? []);
  const nobody = info === undefined ? 'unknown' : 'guest';
  return {
    status: user ? 'user' : nobody,
    ...(isSilent && info === null && { appIsSilent: true }),
    userId: user?.userId ?? '',
    nickName: user?.nickName ?? '',
    headImgUrl: user?.headImgUrl ?? '',
    mobile: user?.mobile || context.mobile,
    homeId: home?.homeId || context.homeId,
    fridge,
    needsFridge: user !== null && home !== null && fridge === null,
  };
}

/** The address's fridge, else the home's first. */
function chooseFridge({ fridgeId, sn8, spec }: PageContext, fridges: readonly Fridge[]): Fridge | null {
  if (fridgeId === '') return fridges[0] ?? null;
  const known = fridges.find((fridge) => fridge.fridgeId === fridgeId);
  return {
    fridgeId,
    sn8: sn8 || (known?.sn8 ?? ''),
    spec: spec || (known?.spec ?? ''),
    name: known?.name ?? '',
  };
}
