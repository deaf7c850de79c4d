/** Pages that the host draws itself, which work when every remote is down; no release can have them as routes. */
export const hostPaths = { share: '/share', reportShare: '/yearReportShare', hall: '/default', disconnected: '/disconnected' } as const;
