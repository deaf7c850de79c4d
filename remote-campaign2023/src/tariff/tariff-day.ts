import { tariffs } from '@fridge/shared-contracts/activities/campaign';

export const HOURS_PER_DAY = 24;

type TariffKind = 'peak' | 'valley';

/** Hours of the day, yuan per kWh. */
export type TariffStretch = { kind: TariffKind; fromHour: number; toHour: number; price: number };

type Tariff = { price: number; fromHour: number; toHour: number };
type DayTariffs = Readonly<Record<TariffKind, Tariff>>;

/** A day as stretches of one price each (spec section 9). A tariff that spans midnight gives two. */
export function tariffDay(day: DayTariffs = tariffs): TariffStretch[] {
  const kinds: TariffKind[] = ['peak', 'valley'];
  return kinds
    .flatMap((kind) => {
      const { price, fromHour, toHour } = day[kind];
      if (fromHour < toHour) return [{ kind, price, fromHour, toHour }];
      return [
        { kind, price, fromHour: 0, toHour },
        { kind, price, fromHour, toHour: HOURS_PER_DAY },
      ];
    })
    .filter((stretch) => stretch.fromHour < stretch.toHour)
    .sort((one, other) => one.fromHour - other.fromHour);
}
