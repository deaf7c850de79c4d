/** Engines with dynamic import, `aspect-ratio`, `inset` and `<dialog>`; older ones get the plain fallback page. */
export const browserFloor = ['chrome88', 'safari15.4', 'firefox98'];
