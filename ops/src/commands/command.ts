/** One command of `npm run ops`. */
export type Command = {
  /** How it is written, without `npm run ops --`. */
  usage: string;
  /** What it does, in one line. */
  summary: string;
  /** Throws `UsageError` when it is written wrongly and any other error when it can't be done. */
  run(args: readonly string[], context: CommandContext): Promise<CommandResult>;
};

export type CommandContext = { env: NodeJS.ProcessEnv };

/** `text` for people, `data` for `--json`; `ok: false` ends with exit code 1. */
export type CommandResult = { ok: boolean; text: string; data: unknown };

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes of the tool: scripts may rely on them. */
export const exitCode = { done: 0, notDone: 1, usage: 2 } as const;
