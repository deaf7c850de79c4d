/** Bytes of a route's scripts and styles, gzip, unless a site's settings say otherwise. */
export const ROUTE_BUDGET_BYTES = 64 * 1024;

/** In the units of file managers: 1 KB is 1000 bytes. */
export function sizeText(bytes: number): string {
  const unit = bytes < 1000 ? 1 : bytes < 1e6 ? 1e3 : bytes < 1e9 ? 1e6 : 1e9;
  const name = { 1: 'B', 1e3: 'KB', 1e6: 'MB', 1e9: 'GB' }[unit];
  return `${(bytes / unit).toFixed(unit === 1 ? 0 : 1)} ${name}`;
}
