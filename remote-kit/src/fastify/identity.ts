import type { TeamIdentityClaims } from '@fridge/shared-contracts/host';

/** Who calls, as the product's server knows it. */
export type CallIdentity =
  /** A user of the app: `home` is the first one, `null` without any; `fridges` are all of the user's. */
  | {
      readonly scope: 'household';
      readonly userId: string;
      readonly home: string | null;
      readonly fridges: readonly string[];
    }
  /** Who opened a user's report by its link: may read that report. */
  | { readonly scope: 'report'; readonly userId: string; readonly home: null; readonly fridges: readonly [] }
  /** A guest. */
  | { readonly scope: 'none'; readonly userId: null; readonly home: null; readonly fridges: readonly [] };

export const guest: CallIdentity = { scope: 'none', userId: null, home: null, fridges: [] };

/** @returns `null` for claims that contradict each other */
export function identityOf({ sub, scope, home, fridges }: TeamIdentityClaims): CallIdentity | null {
  if (scope === 'none') return sub === undefined ? guest : null;
  if (sub === undefined) return null;
  return scope === 'household'
    ? { scope, userId: sub, home: home ?? null, fridges }
    : { scope, userId: sub, home: null, fridges: [] };
}
