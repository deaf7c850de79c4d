/** Canvas px: large enough for a phone's screen at its own density. */
export const POSTER_SIZE = { width: 720, height: 1180 } as const;
export const POSTER_EDGE = 60;
