import type { ReportIdentity } from './report-link.ts';

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
