/** Business terms of the 2022 annual report (spec section 9, "Year report display rules"). Page and server read them here. */
export const reportTerms = {
  /** The function chart shows so many functions, then one bar for the rest... */
  topFunctions: 5,
  /** ...and is there only if so many values are above zero. */
  chartNeeds: 3,
  /** A number of users above this is told in ten-thousands. */
  usersInFull: 100_000,
  /** Degrees Celsius: the freezer's highest temperature is shown above 0, and not told exactly above this. */
  maxTempTold: 10,
  /** Usage is counted up to this day. */
  dataCutoff: '2022-12-10',
} as const;

const at = (hour: number, minute = 0) => hour * 60 + minute;

/**
 * Bands of the day in minutes since midnight, half-open: the start belongs to the band, the end to the next (spec
 * section 9; copy deck 0.2). One whose end lies before its start runs over midnight.
 */
export type Band = readonly [start: number, end: number];

export const earliestBands = { b1: [at(4), at(7, 30)], b2: [at(7, 30), at(9)], b3: [at(9), at(12)] } as const satisfies Record<string, Band>;
export type EarliestBand = keyof typeof earliestBands;

export const latestBands = { night: [at(21), at(4)], evening: [at(17), at(21)] } as const satisfies Record<string, Band>;
export type LatestBand = keyof typeof latestBands;

/** @param minute minutes since midnight */
export function inBand([start, end]: Band, minute: number): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}

/** The band that a minute belongs to, `null` where it belongs to none. */
export function bandOf<Name extends string>(bands: Readonly<Record<Name, Band>>, minute: number): Name | null {
  const names = Object.keys(bands) as Name[]; // Object.keys forgets the key type
  return names.find((name) => inBand(bands[name], minute)) ?? null;
}
