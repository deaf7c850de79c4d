import type { LoginResult } from '@fridge/shared-contracts/host';
import type { ReportIdentity } from './report-link.ts';
import type { UserInfo } from './session-state.ts';

/** What the authorization header is built from. Only requests see it: no remote and no store does. */
export type Credential = { userId: string; accessToken: string };

/** The reading side, for requests. */
export interface Credentials {
  /** A full session's. */
  user(): Credential | null;
  /** A report link's: it reads one report and nothing more. */
  report(): Promise<Credential | null>;
}

/** The writing side, for the session. */
export interface CredentialKeeper extends Credentials {
  keep(user: Credential | null): void;
}

/** Keeps the access token in a closure. */
export function createCredentials(report: () => Promise<ReportIdentity | null>): CredentialKeeper {
  let user: Credential | null = null;
  return {
    user: () => user,
    async report() {
      const identity = await report();
      return identity && { userId: identity.userId, accessToken: identity.accessToken };
    },
    keep(credential) {
      user = credential;
    },
  };
}

/** Determines the newest token while the app's user info lags behind a login that it announced. */
export interface NewestUser {
  /** A login replaces the token that was in use. */
  takeLogin(login: LoginResult, previous: UserInfo | null): void;
  /** The server rejects this token. */
  refuse(accessToken: string): void;
  isRefused(accessToken: string): boolean;
  /**
   * The user with the newest token: the app's user info or the last login.
   * @param afterLogin whether `info` was read because of a login; an app without a user then lags behind it
   */
  of(info: UserInfo | null, afterLogin: boolean): UserInfo | null;
}

export function createNewestUser(): NewestUser {
  const refused = new Set<string>();
  const replaced = new Set<string>();
  let login: (LoginResult & { userId: string }) | null = null;

  return {
    takeLogin(result, previous) {
      if (result.userId === '' || result.accessToken === '') return;
      if (previous?.accessToken) replaced.add(previous.accessToken);
      replaced.delete(result.accessToken);
      refused.delete(result.accessToken); // the app has just confirmed it
      login = result;
    },
    refuse: (accessToken) => void refused.add(accessToken),
    isRefused: (accessToken) => refused.has(accessToken),
    of(info, afterLogin) {
      if (login === null || refused.has(login.accessToken)) return info;
      const isOld = (token: string) => token === '' || refused.has(token) || replaced.has(token);
      const lags = info === null || info.userId === '' ? afterLogin : isOld(info.accessToken);
      if (!lags) {
        login = null; // the app knows this login, or something newer
        return info;
      }
      const { userId, accessToken } = login;
      return info?.userId === userId ? { ...info, accessToken } : { userId, accessToken, nickName: '', headImgUrl: '', mobile: '' };
    },
  };
}
