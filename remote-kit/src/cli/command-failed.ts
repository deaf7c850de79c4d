/** 1: refused, or faults found; 2: wrong usage; 3: something could not be reached or took too long. */
export type FailureCode = 1 | 2 | 3;

/** Ends a command with an exit code and every reason, each a sentence that says what to do. */
export class CommandFailed extends Error {
  exitCode: FailureCode;
  problems: readonly string[];
  /** Stands over the list of problems, for people. */
  title: string | undefined;

  constructor(
    exitCode: FailureCode,
    problems: string | readonly string[],
    { title, ...options }: ErrorOptions & { title?: string } = {},
  ) {
    const all = typeof problems === 'string' ? [problems] : problems;
    super(all.join('\n'), options);
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
    this.problems = all;
    this.title = title;
  }
}

/** @returns the message of whatever was thrown */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The `code` of an error of the system, such as `ENOENT`; empty for one without. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
