/** Engines with dynamic import, `aspect-ratio` and `inset`; older ones get the plain fallback page. */
export const browserFloor = ['chrome88', 'safari15', 'firefox89'];
