/** Pages that need no remote; no release can have these routes. */
export const hostPaths = { share: '/share', reportShare: '/yearReportShare', hall: '/default', disconnected: '/disconnected' } as const;
