import { tariffs } from '@fridge/shared-contracts/activities/campaign';

export const HOURS_PER_DAY = 24;

/** Hours of the day. */
type TariffStretch = { kind: 'peak' | 'valley'; fromHour: number; toHour: number };

const { peak, valley } = tariffs;

/** A day as stretches of one price each (spec section 9): the valley spans midnight. */
export const tariffDay: readonly TariffStretch[] = [
  { kind: 'valley', fromHour: 0, toHour: valley.toHour },
  { kind: 'peak', fromHour: peak.fromHour, toHour: peak.toHour },
  { kind: 'valley', fromHour: valley.fromHour, toHour: HOURS_PER_DAY },
];
