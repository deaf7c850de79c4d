/** `text` for people, `data` for `--json`; `ok: false` ends with exit code 1, or 2 where what was given is written wrongly. */
export type CommandResult = { ok: boolean; text: string; data: unknown; writtenWrongly?: boolean };

/** What a command is given beside its own arguments. */
export type Tool = { env: NodeJS.ProcessEnv; finish(result: CommandResult): void };
