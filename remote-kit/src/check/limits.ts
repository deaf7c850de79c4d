/** Milliseconds. The host's own limits end a screen's opening after 19 s; a screen that draws nothing after 7 s. */
export const visitLimits = {
  page: 15_000,
  open: 21_000,
  render: 9_000,
  still: 4_000,
  leave: 5_000,
  /** For one question to the page; axe takes longest. */
  answer: 15_000,
  /** After leaving, before what is left is counted. */
  rest: 900,
  whole: 60_000,
} as const;
