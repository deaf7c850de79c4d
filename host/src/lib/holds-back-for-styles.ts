/**
 * Firefox sends nothing else of a page while a stylesheet that the page asked for is on its way, a preloaded one too:
 * one that hangs would hold up everything, the registry's poll included. What is fetched by `fetch` holds up nothing.
 * It can't be asked for as a feature; of all engines Gecko alone names itself with a version.
 */
export function holdsBackForStyles({ userAgent }: Pick<Navigator, 'userAgent'>): boolean {
  return /\bGecko\/\d/.test(userAgent);
}
