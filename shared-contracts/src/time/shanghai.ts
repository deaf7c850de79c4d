/**
 * Its fields of UTC are Shanghai's. All dates are, whatever the device's zone (architecture, "Time"). No daylight
 * saving.
 */
const shifted = (instant: number): Date => new Date(instant + 8 * 60 * 60 * 1000);

/** @param instant milliseconds since the epoch */
export function shanghaiFields(instant: number) {
  const date = shifted(instant);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** `2023-08-01T09:00:00` */
export const shanghaiText = (instant: number): string => shifted(instant).toISOString().slice(0, 19);

/** The business day, `2023-08-01`. */
export const shanghaiDay = (instant: number): string => shanghaiText(instant).slice(0, 10);

/** `2023年7月17日` (copy deck, `fmt.date`). */
export function formatDate(instant: number): string {
  const { year, month, day } = shanghaiFields(instant);
  return `${year}年${month}月${day}日`;
}

/** `2023年7月17日 09:00` (copy deck, `fmt.dateTime`). */
export const formatDateTime = (instant: number): string =>
  `${formatDate(instant)} ${shanghaiText(instant).slice(11, 16)}`;

/**
 * An ISO instant with offset (`2023-07-17T09:00:00+08:00`), else `null`: without one it depends on the device. Some
 * engines accept 30 February.
 */
export function parseInstant(text: string | null | undefined): number | null {
  if (!text) return null;
  const [instant, day] = [Date.parse(text), text.slice(0, 10)];
  const isInstant =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(instant);
  return isInstant && JSON.stringify(new Date(day)).includes(day) ? instant : null;
}
