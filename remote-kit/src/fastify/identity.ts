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
