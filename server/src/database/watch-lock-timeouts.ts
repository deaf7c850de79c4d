import type { PoolClient } from 'pg';

/** `lock_not_available` (PostgreSQL manual, appendix A). */
const LOCK_TIMEOUT = '55P03';

/**
 * Reports statements of a connection that gave up waiting for a lock; the driver has no event for it.
 * @param report seconds since the statement was sent
 */
export function watchLockTimeouts(client: PoolClient, report: (seconds: number) => void): void {
  client.query = new Proxy(client.query, {
    apply(query, self, given: unknown[]) {
      const begun = performance.now();
      const look = (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT)
          report((performance.now() - begun) / 1_000);
      };
      const result: unknown = Reflect.apply(
        query,
        self,
        given.map((each) => watchedCallback(each, look)),
      );
      if (result instanceof Promise) result.catch(look);
      return result;
    },
  });
}

/** The pool passes a callback; transactions await the promise. */
function watchedCallback(argument: unknown, look: (error: unknown) => void): unknown {
  if (typeof argument !== 'function') return argument;
  return (error: unknown, ...rest: unknown[]) => {
    look(error);
    return Reflect.apply(argument, undefined, [error, ...rest]) as unknown;
  };
}
