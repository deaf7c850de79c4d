/** What the authorization header is built from. Only the requests see it: no remote and no store ever does. */
export type Credential = { userId: string; accessToken: string };

/** The reading side, for the requests. */
export interface Credentials {
  current(): Credential | null;
}

/** The writing side, for the session. */
export interface CredentialKeeper extends Credentials {
  keep(credential: Credential | null): void;
}

/**
 * Keeps the access token in a closure.
 * @param report what a shared link carries: it reads one report and nothing more, and counts only without a user
 */
export function createCredentials(report: Credential | null): CredentialKeeper {
  let user: Credential | null = null;
  return {
    current: () => user ?? report,
    keep(credential) {
      user = credential;
    },
  };
}
