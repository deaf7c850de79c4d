/**
 * An engine may keep a failed import failed by its address, so each retry uses another one: below `/~1/` to `/~3/` of
 * its origin, where the same files are, or `?again=1` to `?again=3` for a chunk that a remote loads late
 * (docs/contract.md). An integrity map lists addresses, so nothing may be imported from any other.
 */
export const RETRY_ADDRESSES = 3;

/** Source of a RegExp: `/~1` of `/~1/assets/a.js`. */
export const RETRY_PREFIX = `/~[1-${RETRY_ADDRESSES}](?=/)`;

const ORIGIN = /^(?:https?:\/\/[^/]+)?/;
const RETRIED = new RegExp(`(${ORIGIN.source})${RETRY_PREFIX}`);

/**
 * @param address absolute, or a path from the origin's root
 * @param attempt 0: the first; those after the last have its address
 */
export const movedAddress = (address: string, attempt: number): string =>
  attempt === 0 ? address : withoutRetry(address).replace(ORIGIN, `$&/~${addressOf(attempt)}`);

/** A late chunk's, which its importers keep. @param attempt as of `movedAddress` */
export const askedAgain = (address: string, attempt: number): string =>
  attempt === 0 ? address : `${address}?again=${addressOf(attempt)}`;

/** Whether a late chunk of a remote has no further address. */
export const isLastAgain = (address: string): boolean => address.endsWith(askedAgain('', RETRY_ADDRESSES));

/** `/~1/assets/a.js` is `/assets/a.js`. @param address as of `movedAddress` */
export const withoutRetry = (address: string): string => address.replace(RETRIED, '$1');

/** Window event of a late import that failed (`load-again.ts` of the kit). */
export const LATE_CODE_FAILED = 'lateCodeFailed';
export type LateCodeFailed = { href: string; error: object };

const addressOf = (attempt: number): number => Math.min(attempt, RETRY_ADDRESSES);
