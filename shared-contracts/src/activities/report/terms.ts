/** Business terms of the 2022 annual report (spec section 9, "Year report display rules"). */
export const reportTerms = {
  /** Bars of the chart, before one for the rest. */
  topFunctions: 5,
  /** Minimum number of values above zero. */
  chartNeeds: 3,
  /** Above this, users are shown in ten-thousands. */
  usersInFull: 100_000,
  /** Degrees Celsius: the freezer's maximum is shown above 0, but not exactly above this. */
  maxTempInFull: 10,
} as const;

const at = (hour: number, minute = 0) => hour * 60 + minute;

/** Minutes since midnight, end exclusive; a band may span midnight (spec section 9; copy deck 0.2). */
type Band = readonly [start: number, end: number];

export const earliestBands = {
  b1: [at(4), at(7, 30)],
  b2: [at(7, 30), at(9)],
  b3: [at(9), at(12)],
} as const;

export const latestBands = { night: [at(21), at(4)], evening: [at(17), at(21)] } as const;

/** @param minute minutes since midnight */
function inBand([start, end]: Band, minute: number): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}

export function bandOf<Name extends string>(bands: Readonly<Record<Name, Band>>, minute: number): Name | null {
  const names = Object.keys(bands) as Name[]; // Object.keys forgets the key type
  return names.find((name) => inBand(bands[name], minute)) ?? null;
}
