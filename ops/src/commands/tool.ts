/** `text` for people, `data` for `--json`; `ok: false` ends with exit code 1. */
export type CommandResult = { ok: boolean; text: string; data: unknown };

/** What a command is given beside its own arguments. */
export type Tool = { env: NodeJS.ProcessEnv; finish(result: CommandResult): void };
