import { messageOf } from '../bridge/app-error.ts';
import type { Cloud } from '../cloud/cloud.ts';
import type { AppStore, Session } from './app-state.ts';

export type Account = ReturnType<typeof createAccount>;

export function createAccount({ getState, setState }: AppStore, cloud: Cloud) {
  const setHome = (userId: string, home: Session['home']) =>
    setState(({ session }) => (session?.userId === userId ? { session: { ...session, home } } : {}));

  return {
    async loadHouseholds(): Promise<void> {
      setState({ households: { phase: 'loading' } });
      try {
        setState({ households: { phase: 'ready', list: await cloud.households() } });
      } catch (error) {
        setState({ households: { phase: 'failed', message: messageOf(error) } });
      }
    },

    /** @throws AppError when the server refuses or doesn't answer */
    async login(userId: string): Promise<Session> {
      setState({ loggingIn: userId });
      try {
        const reads = [cloud.login(userId), cloud.profile(userId), cloud.home(userId)] as const;
        const [accessToken, profile, home] = await Promise.all(reads);
        const session: Session = { ...profile, userId, accessToken, home };
        setState({ session });
        return session;
      } finally {
        setState(({ loggingIn }) => (loggingIn === userId ? { loggingIn: null } : {}));
      }
    },

    logout: () => setState({ session: null }),

    /** Reads the home again, since a fridge may have been added. */
    async readHome(): Promise<Session['home']> {
      const { session } = getState();
      if (!session) return { homeId: '', fridges: [] };
      const home = await cloud.home(session.userId);
      setHome(session.userId, home);
      return home;
    },

    async bindFridge(userId: string): Promise<void> {
      await cloud.addDevice(userId);
      setHome(userId, await cloud.home(userId));
    },
  };
}
