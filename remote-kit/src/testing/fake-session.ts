import type {
  ActivityContext,
  CallAccess,
  Environment,
  Household,
  Permission,
  Session,
  SessionService,
} from '@fridge/shared-contracts';
import { createWritableStore } from './writable-store.ts';

/** The household that is signed in unless a test says otherwise; it belongs to none of the demonstration. */
export const household: Household = { userId: 'a-user', phone: '13900000000', fridgeId: 'a-fridge', homeId: 'a-home' };

const fridge = { fridgeId: household.fridgeId, sn8: '', spec: '', name: '' };

/** The three kinds of visitor that a screen meets. */
export const sessions = {
  user: {
    status: 'user',
    userId: household.userId,
    nickName: '',
    headImgUrl: '',
    mobile: household.phone,
    homeId: household.homeId,
    fridge,
    needsFridge: false,
  },
  guest: {
    status: 'guest',
    userId: '',
    nickName: '',
    headImgUrl: '',
    mobile: '',
    homeId: '',
    fridge: null,
    needsFridge: false,
  },
  noFridge: {
    status: 'user',
    userId: household.userId,
    nickName: '',
    headImgUrl: '',
    mobile: household.phone,
    homeId: household.homeId,
    fridge: null,
    needsFridge: true,
  },
} as const satisfies Record<string, Session>;

/**
 * The session and its permissions: `permission` overrides what follows from the session. An action of a guest opens the
 * login page, unless the user has left meanwhile; it ends as `login` says: with a user, or with `null`, cancelled.
 */
export function createFakeSession(
  initial: Session,
  environment: Environment,
  { reportAccess, userId: linkUser, fridgeId: linkFridge }: ActivityContext,
  control: {
    permission: Permission | Promise<Permission> | null;
    login: Partial<Session> | null | Promise<Partial<Session> | null>;
  },
  record: (what: string) => void,
  isOver: () => boolean,
) {
  const store = createWritableStore<Session>(initial);
  const asked: Exclude<CallAccess, 'none'>[] = [];
  let bound = 0;
  /** Of a report link: user and fridge of the address. */
  const linked: Household = {
    userId: linkUser || household.userId,
    phone: '',
    fridgeId: linkFridge || household.fridgeId,
    homeId: '',
  };

  const permissionFor = (access: Exclude<CallAccess, 'none'>): Permission => {
    const { status, userId, mobile, homeId, fridge: own } = store.getState();
    if (environment.inApp && status === 'user' && own !== null) {
      return { allowed: true, household: { userId, phone: mobile, fridgeId: own.fridgeId, homeId } };
    }
    if (access === 'report' && reportAccess) return { allowed: true, household: linked };
    if (!environment.inApp) return { allowed: false, reason: 'outsideApp' };
    return { allowed: false, reason: status === 'user' ? 'noFridge' : 'noUser' };
  };

  const service: SessionService = {
    getState: store.getState,
    subscribe: store.subscribe,
    async require(access = 'household') {
      asked.push(access);
      const recorded = (permission: Permission) => {
        record(`session.require('${access}') -> ${permission.allowed ? 'allowed' : permission.reason}`);
        return permission;
      };
      const permission = await (control.permission ?? permissionFor(access));
      if (permission.allowed || permission.reason !== 'noUser' || isOver()) return recorded(permission);
      record('the login page opens');
      const loggedIn = await control.login;
      if (loggedIn !== null) store.set({ ...sessions.user, ...loggedIn });
      return recorded(permissionFor(access));
    },
    bindFridge() {
      bound += 1;
      record('session.bindFridge()');
      store.set({ ...store.getState(), fridge, needsFridge: false });
      return Promise.resolve();
    },
  };

  return {
    service,
    /** The user whose credential a call carries: a session's wins over a report link's. Empty: none. */
    callerOf(access: CallAccess): string {
      const { status, userId } = store.getState();
      if (status === 'user') return userId;
      return access === 'report' && reportAccess ? linked.userId : '';
    },
    /** The server has refused the user's token: as in the host, there is nobody until the next login. */
    expire() {
      const { status, fridge: own, homeId } = store.getState();
      if (status === 'user') store.set({ ...sessions.guest, fridge: own, homeId });
    },
    set: (change: Partial<Session>) => store.set({ ...store.getState(), ...change }),
    /** The access that each `require` asked for, oldest first. */
    asked,
    /** How often a fridge was to be bound. */
    timesBound: () => bound,
  };
}
