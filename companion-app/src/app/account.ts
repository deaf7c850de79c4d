import type { Cloud } from '../cloud/cloud.ts';
import type { AppState, Session } from './app-state.ts';
import type { WritableStore } from './create-store.ts';

export type Account = {
  loadHouseholds(): Promise<void>;
  /** @throws AppError when the server refuses or doesn't answer */
  login(userId: string): Promise<Session>;
  logout(): void;
  /** Reads the home afresh: a fridge may have been bound. Empty when nobody is logged in. */
  readHome(): Promise<Session['home']>;
  /** Binds a fridge to the home of the user. */
  bindFridge(userId: string): Promise<void>;
};

export function createAccount(store: WritableStore<AppState>, cloud: Cloud): Account {
  const keepHome = (userId: string, home: Session['home']) =>
    store.update((state) => (state.session?.userId === userId ? { ...state, session: { ...state.session, home } } : state));

  return {
    async loadHouseholds() {
      store.update((state) => ({ ...state, households: { status: 'loading' } }));
      try {
        const list = await cloud.households();
        store.update((state) => ({ ...state, households: { status: 'ready', list } }));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        store.update((state) => ({ ...state, households: { status: 'failed', message } }));
      }
    },

    async login(userId) {
      store.update((state) => ({ ...state, loggingIn: userId }));
      try {
        const [accessToken, profile, home] = await Promise.all([cloud.login(userId), cloud.profile(userId), cloud.home(userId)]);
        const session: Session = { ...profile, userId, accessToken, home };
        store.update((state) => ({ ...state, session }));
        return session;
      } finally {
        store.update((state) => (state.loggingIn === userId ? { ...state, loggingIn: null } : state));
      }
    },

    logout: () => store.update((state) => ({ ...state, session: null })),

    async readHome() {
      const { session } = store.getState();
      if (!session) return { homeId: '', fridges: [] };
      const home = await cloud.home(session.userId);
      keepHome(session.userId, home);
      return home;
    },

    async bindFridge(userId) {
      await cloud.addDevice(userId);
      keepHome(userId, await cloud.home(userId));
    },
  };
}
