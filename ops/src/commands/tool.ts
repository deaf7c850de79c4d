import type { Ask } from '../operator/ask-server.ts';
import type { StateFolder } from '../workspace.ts';

/** `data` is for `--json`. `ok: false` exits with 1, or 2 if `malformed`. */
export type CommandResult = { ok: boolean; text: string; data: unknown; malformed?: boolean };

export type Tool = {
  env: NodeJS.ProcessEnv;
  state: StateFolder;
  ask: Ask;
  finish(result: CommandResult): void;
};

export function table(rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}
