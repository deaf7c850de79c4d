/** The database can't be reached at the start; the message tells which one, and what to do. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/**
 * PostgreSQL's error codes for "not now" (its manual, appendix A), by their beginnings: connection exceptions (08),
 * insufficient resources (53), operator intervention such as a shutdown or a timeout (57), a lock that isn't free
 * (55P03), a transaction that stood still (25P03), a standby that takes no writes (25006); and what the network says.
 */
const SQL_STATES = ['08', '53', '57', '55P03', '25P03', '25006'] as const;
const NETWORK_CODES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** node-postgres gives these no code. */
const DRIVER_WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/**
 * Whether an error says that the database isn't there, or keeps a call waiting too long, and nothing of the call itself:
 * made again later it may succeed. What became of its transaction isn't known when the error came with the COMMIT.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK_CODES.has(code) || DRIVER_WORDS.test(error.message)) return true;
  if (/^[\dA-Z]{5}$/.test(code) && SQL_STATES.some((state) => code.startsWith(state))) return true;
  return isUnavailable(error.cause);
}
