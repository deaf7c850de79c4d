/** Pages of docs/runbook.md that the program itself names. */
export const runbookPages = [
  'not-ready',
  'clock-off',
  'certificate-ends',
  'pooler-without-direct',
  'store-fails',
] as const;
export type RunbookPage = (typeof runbookPages)[number];

/** Where to read what to do, for a message to operators. */
export const runbook = (page: RunbookPage): string => `docs/runbook.md#${page}`;
