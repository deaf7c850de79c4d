import type { BadLine } from '@fridge/server/households/json-lines';

/** What of a file didn't go in, and why it ended before its end. */
export const importProblems = (rejected: readonly BadLine[], stopped: string | null): string[] => [
  ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`),
  ...(stopped === null
    ? []
    : [`The import stopped before the end: ${stopped}`, 'Import the file again: what is in already stays as it is.']),
];
