import type { LoginResult } from '@fridge/shared-contracts/host';
import type { ReportIdentity } from './report-link.ts';
import type { UserInfo } from './session-state.ts';

/** Only requests see it, no remote or store. */
export type Credential = { userId: string; accessToken: string };

export interface Credentials {
  /** Of a full session. */
  user(): Credential | null;
  /** Of a report link; reads that report only. */
  report(): Promise<Credential | null>;
}

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

/** Bridges the time in which the app's user info lags behind a login. */
export interface NewestUser {
  /** Replaces the token in use. */
  takeLogin(login: LoginResult, previous: UserInfo | null): void;
  refuse(accessToken: string): void;
  isRefused(accessToken: string): boolean;
  /**
   * From the app or the last login.
   * @param afterLogin `info` was read after a login: an app without a user lags behind
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
      refused.delete(result.accessToken);
      login = result;
    },
    refuse: (accessToken) => void refused.add(accessToken),
    isRefused: (accessToken) => refused.has(accessToken),
    of(info, afterLogin) {
      if (login === null || refused.has(login.accessToken)) return info;
      const isOld = (token: string) => token === '' || refused.has(token) || replaced.has(token);
      const lags = info === null || info.userId === '' ? afterLogin : isOld(info.accessToken);
      if (!lags) {
        login = null; // the app knows this login or a newer one
        return info;
      }
      const { userId, accessToken } = login;
      return info?.userId === userId ? { ...info, accessToken } : { userId, accessToken, nickName: '', headImgUrl: '', mobile: '' };
    },
  };
}
