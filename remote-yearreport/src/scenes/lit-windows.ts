/**
 * Which of `count` windows are lit, in the order they light up: spread over the house by a fixed hash, so that more
 * openings light the same windows and some more.
 * @param share 0 to 1; the least that is above nothing lights one
 */
export function litWindows(count: number, share: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at).sort((one, other) => scatter(one) - scatter(other));
  return order.slice(0, Math.ceil(count * share));
}

const scatter = (at: number): number => (Math.imul(at + 1, 2654435761) >>> 0) % 9973;
