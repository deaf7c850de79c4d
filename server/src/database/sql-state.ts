/** PostgreSQL's manual, appendix A. */
export const LOCK_NOT_AVAILABLE = '55P03';
export const DEADLOCK_DETECTED = '40P01';
export const READ_ONLY_TRANSACTION = '25006';

/** Of an error or its cause; empty without one. */
export function sqlStateOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : sqlStateOf(error.cause);
}
