/**
 * Engines that the product supports: dynamic import, `aspect-ratio` and `inset` all stand from here on. Older ones
 * get the plain page that says so.
 */
export const browserFloor = ['chrome88', 'safari15', 'firefox89'];
