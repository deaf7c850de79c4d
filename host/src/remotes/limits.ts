/**
 * How long each phase of opening a remote may take, in milliseconds. One after the other they stay below 20 s, the
 * bound within which the user sees a fitting page (architecture, "When a remote fails").
 */
export const phaseLimits = {
  registry: 5_000,
  /** Entry module, container and activity module. */
  entry: 7_000,
  /** The code of the screen. */
  screen: 5_000,
  /** Stylesheets: asked for together with the entry. */
  styles: 7_000,
} as const;
