/**
 * In the order of lighting, by a fixed hash: a larger share only adds windows.
 * @param share 0 to 1; any above 0 lights at least one
 */
export function litWindows(count: number, share: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at).sort((one, other) => scatter(one) - scatter(other));
  return order.slice(0, Math.ceil(count * share));
}

const scatter = (at: number): number => (Math.imul(at + 1, 2654435761) >>> 0) % 9973;
