/**
 * Firefox sends nothing else of a page while a stylesheet that the page asked for is on its way, a preloaded one too:
 * one that hangs would hold up everything, the registry's poll included. What is fetched by `fetch` holds up nothing.
 */
export function holdsBackForStyles({ documentElement }: Document): boolean {
  return 'MozAppearance' in documentElement.style;
}
