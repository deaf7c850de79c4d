export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/**
 * PostgreSQL's temporary errors (manual, appendix A): connection (08), resources (53), operator intervention, shutdown
 * and timeout (57), lock not available (55P03), idle transaction (25P03), read-only standby (25006).
 */
const SQL_STATES = ['08', '53', '57', '55P03', '25P03', '25006'] as const;
const NETWORK_CODES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** node-postgres errors without a code. */
const DRIVER_WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether the database is away or too slow, so a retry may succeed. After a failed COMMIT the outcome is unknown. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK_CODES.has(code) || DRIVER_WORDS.test(error.message)) return true;
  if (/^[\dA-Z]{5}$/.test(code) && SQL_STATES.some((state) => code.startsWith(state))) return true;
  return isUnavailable(error.cause);
}
