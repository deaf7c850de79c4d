import type { Ask } from '../operator/ask-server.ts';
import type { StateFolder } from '../workspace.ts';

/** `text` is for people, `data` for `--json`. `ok: false` exits with 1, or with 2 where the input is malformed. */
export type CommandResult = { ok: boolean; text: string; data: unknown; malformed?: boolean };

/** What a command is given beside its own arguments. */
export type Tool = {
  env: NodeJS.ProcessEnv;
  state: StateFolder;
  ask: Ask;
  finish(result: CommandResult): void;
};

/** Columns of text, as wide as their widest cell. */
export function table(rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}
