import type { LoginResult } from '@fridge/shared-contracts/host';
import type { ReportIdentity } from './report-link.ts';
import type { UserInfo } from './session-state.ts';

/** What the authorization header is built from. Only the requests see it: no remote and no store ever does. */
export type Credential = { userId: string; accessToken: string };

/** The reading side, for the requests. */
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

/** Tells which token is the newest when the app's own user info lags behind a login that it announced. */
export interface NewestUser {
  /** A login replaces the token that was in use before. */
  takeLogin(login: LoginResult, before: UserInfo | null): void;
  /** The server doesn't accept this token any more. */
  refuse(accessToken: string): void;
  isRefused(accessToken: string): boolean;
  /**
   * The user with the newest token, of what the app tells and the last login.
   * @param afterLogin this reading was made for a login, whose user an app that names none doesn't know of yet
   */
  of(told: UserInfo | null, afterLogin: boolean): UserInfo | null;
}

export function createNewestUser(): NewestUser {
  const refused = new Set<string>();
  const replaced = new Set<string>();
  let login: (LoginResult & { userId: string }) | null = null;

  return {
    takeLogin(result, before) {
      if (result.userId === '' || result.accessToken === '') return;
      if (before?.accessToken) replaced.add(before.accessToken);
      replaced.delete(result.accessToken);
      refused.delete(result.accessToken); // the app has just vouched for it
      login = result;
    },
    refuse: (accessToken) => void refused.add(accessToken),
    isRefused: (accessToken) => refused.has(accessToken),
    of(told, afterLogin) {
      if (login === null || refused.has(login.accessToken)) return told;
      const isOld = (token: string) => token === '' || refused.has(token) || replaced.has(token);
      const lags = told === null || told.userId === '' ? afterLogin : isOld(told.accessToken);
      if (!lags) {
        login = null; // the app knows of it by now, or of something newer
        return told;
      }
      const { userId, accessToken } = login;
      return told?.userId === userId ? { ...told, accessToken } : { userId, accessToken, nickName: '', headImgUrl: '', mobile: '' };
    },
  };
}
