import { HOURS_PER_DAY, type TariffStretch, tariffDay } from '../tariff/tariff-day.ts';

/** How the tariff's course becomes a mountain line. Lengths in the drawing's own units. */
export type CurveShape = {
  /** Hours at the left and right end; may reach into other days, since the course repeats. */
  fromHour: number;
  toHour: number;
  /** x of `fromHour` and of `toHour`. */
  left: number;
  right: number;
  /** Height of the peak's and the valley's level. */
  peakY: number;
  valleyY: number;
  /** Half the hours that a slope takes; the price changes at the slope's middle. */
  softness: number;
  /** How far a summit rises over its level; a valley's floor sinks by a quarter of it. */
  crest: number;
};

type Point = { x: number; y: number };

/**
 * The signature of the campaign: the day's price as a mountain line, one summit per peak and one floor per valley
 * (look, "Campaign: noon over night"). Every stretch meets its neighbour half-way up the slope, exactly at the hour
 * at which the price changes.
 * @returns an open path from left to right
 */
export function tariffCurve(shape: CurveShape, day: readonly TariffStretch[] = tariffDay()): string {
  return smoothPath(curvePoints(shape, day));
}

/** @returns the points at which the curve runs level, left to right, reaching one day beyond both ends */
export function curvePoints(shape: CurveShape, day: readonly TariffStretch[] = tariffDay()): Point[] {
  const { fromHour, toHour, left, right, softness, crest } = shape;
  const xOf = (hour: number) => left + ((hour - fromHour) / (toHour - fromHour)) * (right - left);
  const stretches = joinOverMidnight(day);
  const days: number[] = [];
  for (let n = Math.floor(fromHour / HOURS_PER_DAY) - 1; n <= Math.ceil(toHour / HOURS_PER_DAY); n++) days.push(n);
  return days.flatMap((n) =>
    stretches.flatMap((stretch) => {
      const level = stretch.kind === 'peak' ? shape.peakY : shape.valleyY;
      const bend = stretch.kind === 'peak' ? -crest : crest / 4;
      const start = stretch.fromHour + n * HOURS_PER_DAY;
      const end = stretch.toHour + n * HOURS_PER_DAY;
      return [
        { x: xOf(start + softness), y: level },
        { x: xOf((start + end) / 2), y: level + bend },
        { x: xOf(end - softness), y: level },
      ];
    }),
  );
}

/** The valley before and after midnight is one stretch; it may end beyond 24. */
function joinOverMidnight(day: readonly TariffStretch[]): TariffStretch[] {
  const first = day[0];
  const last = day.at(-1);
  if (!first || !last || first === last || first.kind !== last.kind) return [...day];
  return [...day.slice(1, -1), { ...last, toHour: HOURS_PER_DAY + first.toHour }];
}

/** Joins points by curves that run level in each of them. */
function smoothPath(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      if (!before) return `M${round(point.x)} ${round(point.y)}`;
      const middle = round((before.x + point.x) / 2);
      return `C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`;
    })
    .join('');
}

/** Closes an open curve along the line `y`, so that it can be filled. */
export function fillDownTo(curve: string, y: number): string {
  const start = /^M(\S+) /.exec(curve)?.[1] ?? '0';
  const end = /(\S+) \S+$/.exec(curve)?.[1] ?? '0';
  return `${curve}L${end} ${y}L${start} ${y}Z`;
}

const round = (value: number) => Math.round(value * 10) / 10;
