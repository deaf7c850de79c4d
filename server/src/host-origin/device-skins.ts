import { modelOf, type Skin, skinForDevice } from '@fridge/shared-contracts/page';
import { eq, or } from 'drizzle-orm';
import type { Clock } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { deviceConfigs } from '../households/tables.ts';

/** Models are imported with households: new ones come a few times a year. */
const REFRESH_MS = 5 * 60_000;

/** Some hundred are built; the others keep the main brand until the page asks for its own. */
const MOST_MODELS = 20_000;

export type DeviceSkins = {
  /** Never waits: 0 for a model that isn't known yet. */
  of(sn8: string): Skin;
};

/**
 * Skins of the models of sub-brands, as `getInfo` tells them, in memory. While the database is away the last ones stay.
 */
export function createDeviceSkins({ queries, clock }: { queries: Queries; clock: Pick<Clock, 'real'> }): DeviceSkins {
  let skins: ReadonlyMap<string, Skin> = new Map();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    lookedAt = clock.real();
    const found = await queries
      .select()
      .from(deviceConfigs)
      .where(or(eq(deviceConfigs.highBrand, 1), eq(deviceConfigs.devType, 'sub')))
      .limit(MOST_MODELS);
    skins = new Map(found.map(({ sn, ...config }) => [sn, skinForDevice(config)]));
  };
  const refresh = () => void look().catch(() => undefined); // tried again in time
  refresh();
  return {
    of(sn8) {
      if (clock.real() >= lookedAt + REFRESH_MS) refresh();
      const model = modelOf(sn8);
      return (model === null ? undefined : skins.get(model)) ?? 0;
    },
  };
}
