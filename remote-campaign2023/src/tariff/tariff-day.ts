import { tariffs } from '@fridge/shared-contracts/activities/campaign';

export const HOURS_PER_DAY = 24;

type TariffKind = 'peak' | 'valley';

/** Hours of the day, yuan per kWh. */
type TariffStretch = { kind: TariffKind; fromHour: number; toHour: number; price: number };

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

/** Both scales begin in the lower left corner. */
type ChartSize = {
  width: number;
  height: number;
  /** Yuan per kWh at the upper edge; the lower edge is 0. */
  topPrice: number;
};

type ChartBlock = TariffStretch & { x: number; y: number; width: number; height: number };

type TariffChart = {
  blocks: ChartBlock[];
  flatY: number;
  /** Path of the price, midnight to midnight. */
  outline: string;
  /** Hours of price changes, and both ends of the day. */
  ticks: { hour: number; x: number }[];
};

/** Plots the tariffs to scale (spec section 2, "Guide page"). */
export function tariffChart(
  { width, height, topPrice }: ChartSize,
  stretches: readonly TariffStretch[] = tariffDay(),
  flatPrice: number = tariffs.flat.price,
): TariffChart {
  const xOf = (hour: number) => (hour / HOURS_PER_DAY) * width;
  const yOf = (price: number) => height - (price / topPrice) * height;
  const blocks = stretches.map((stretch) => {
    const x = xOf(stretch.fromHour);
    const y = yOf(stretch.price);
    return { ...stretch, x, y, width: xOf(stretch.toHour) - x, height: height - y };
  });
  const hours = [...new Set([0, ...stretches.map((stretch) => stretch.fromHour), HOURS_PER_DAY])];
  return {
    blocks,
    flatY: yOf(flatPrice),
    outline: blocks.map((block, index) => `${index === 0 ? 'M' : 'L'}${round(block.x)} ${round(block.y)}H${round(block.x + block.width)}`).join(''),
    ticks: hours.map((hour) => ({ hour, x: xOf(hour) })),
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
