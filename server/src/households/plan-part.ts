import { type FieldsOf, type HouseholdRow, type RowKind, rowKinds } from './household-rows.ts';
import type { accounts, deviceConfigs, fridges, homes } from './tables.ts';

export type Stored = {
  account: Map<string, typeof accounts.$inferSelect>;
  home: Map<string, typeof homes.$inferSelect>;
  fridge: Map<string, typeof fridges.$inferSelect>;
  deviceConfig: Map<string, typeof deviceConfigs.$inferSelect>;
};

/** What a dry run counts as there: ids that earlier parts would have added. */
export type Assumed = { accounts: ReadonlySet<string>; homes: ReadonlySet<string> };

/** `waiting`: the account or the home that it names isn't there yet. */
export type RowOutcome = 'added' | 'changed' | 'unchanged' | 'removed' | 'waiting' | { reason: string };

export type PartPlan = {
  /** One for each row, in their order. */
  outcomes: RowOutcome[];
  /** Rows to insert or replace. */
  write: { [Kind in RowKind]: NonNullable<ReturnType<Stored[Kind]['get']>>[] };
  /** Fridges that have no home any more. */
  unbound: string[];
  /** Accounts that give their phone up; before the phones are written, since a phone is unique. */
  phoneGivenUp: string[];
  /** Taken from another account. */
  phonesMoved: number;
};

/**
 * What a part of an import does to the stored rows that it names. Rows count in the order of their kinds, so that a part
 * may name a fridge before its home; of several for one id the last counts. A phone belongs to the account that names it
 * last. A fridge moves with its row, and with its home.
 */
export function planPart(
  rows: readonly HouseholdRow[],
  stored: Stored,
  assumed: Assumed = { accounts: new Set(), homes: new Set() },
): PartPlan {
  const now: Stored = {
    account: new Map(stored.account),
    home: new Map(stored.home),
    fridge: new Map(stored.fridge),
    deviceConfig: new Map(stored.deviceConfig),
  };
  const holders = new Map(
    [...now.account.values()].flatMap(({ phone, userId }) => (phone === null ? [] : [[phone, userId]])),
  );
  let phonesMoved = 0;

  const apply = {
    account(row: FieldsOf<'account'>): RowOutcome {
      const before = now.account.get(row.userId);
      if (before === undefined && row.phone === undefined)
        return { reason: 'account.phone: missing, and the account is new' };
      const after = { ...(before ?? newAccount), ...row };
      if (before !== undefined && before.phone !== null) holders.delete(before.phone);
      if (after.phone !== null) {
        const holder = now.account.get(holders.get(after.phone) ?? '');
        if (holder !== undefined) {
          now.account.set(holder.userId, { ...holder, phone: null });
          phonesMoved += 1;
        }
        holders.set(after.phone, row.userId);
      }
      return put(now.account, row.userId, after);
    },
    home(row: FieldsOf<'home'>): RowOutcome {
      if (!now.account.has(row.userId) && !assumed.accounts.has(row.userId)) return 'waiting';
      return put(now.home, row.homeId, row);
    },
    fridge({ homeId, ...row }: FieldsOf<'fridge'>): RowOutcome {
      const before = now.fridge.get(row.fridgeId);
      if (homeId === null) return now.fridge.delete(row.fridgeId) ? 'removed' : 'unchanged';
      const home = homeId ?? before?.homeId;
      if (home === undefined) return { reason: 'fridge.homeId: missing, and the fridge is new' };
      if (before === undefined && row.sn8 === undefined)
        return { reason: 'fridge.sn8: missing, and the fridge is new' };
      if (home !== before?.homeId && !now.home.has(home) && !assumed.homes.has(home)) return 'waiting';
      return put(now.fridge, row.fridgeId, { ...(before ?? newFridge), ...row, homeId: home });
    },
    deviceConfig(row: FieldsOf<'deviceConfig'>): RowOutcome {
      return put(now.deviceConfig, row.sn, { ...(now.deviceConfig.get(row.sn) ?? newDeviceConfig), ...row });
    },
  };
  const applyRow = (row: HouseholdRow): RowOutcome => {
    switch (row.kind) {
      case 'account':
        return apply.account(row.fields);
      case 'home':
        return apply.home(row.fields);
      case 'fridge':
        return apply.fridge(row.fields);
      case 'deviceConfig':
        return apply.deviceConfig(row.fields);
    }
  };

  const outcomes: RowOutcome[] = rows.map(() => 'unchanged');
  for (const kind of rowKinds)
    for (const [index, row] of rows.entries()) if (row.kind === kind) outcomes[index] = applyRow(row);

  const changedAccounts = different(stored.account, now.account);
  return {
    outcomes,
    write: {
      account: changedAccounts,
      home: different(stored.home, now.home),
      fridge: different(stored.fridge, now.fridge),
      deviceConfig: different(stored.deviceConfig, now.deviceConfig),
    },
    unbound: [...stored.fridge.keys()].filter((fridgeId) => !now.fridge.has(fridgeId)),
    phoneGivenUp: changedAccounts.flatMap(({ userId, phone }) => {
      const before = stored.account.get(userId)?.phone ?? null;
      return before === null || before === phone ? [] : [userId];
    }),
    phonesMoved,
  };
}

const newAccount = {
  phone: null,
  nickName: '',
  headImgUrl: '',
  grid: '',
  supply: '',
  realNameVerified: false,
} as const;
const newFridge = { sn8: '', spec: '', name: '' } as const;
const newDeviceConfig = { highBrand: 0, devType: '' } as const;

function put<Row extends object>(rows: Map<string, Row>, id: string, row: Row): RowOutcome {
  const before = rows.get(id);
  if (before !== undefined && isSame(before, row)) return 'unchanged';
  rows.set(id, row);
  return before === undefined ? 'added' : 'changed';
}

function different<Row extends object>(stored: ReadonlyMap<string, Row>, now: ReadonlyMap<string, Row>): Row[] {
  return [...now].flatMap(([id, row]) => {
    const before = stored.get(id);
    return before !== undefined && isSame(before, row) ? [] : [row];
  });
}

const isSame = <Row extends object>(one: Row, other: Row): boolean =>
  Object.entries(one).every(([name, value]) => Reflect.get(other, name) === value);
