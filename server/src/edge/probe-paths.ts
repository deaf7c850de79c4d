/** Asked by balancers and service managers, on every listener. `/health` is the earlier name of `/ready`. */
export const probePaths: readonly string[] = ['/live', '/ready', '/health'];
