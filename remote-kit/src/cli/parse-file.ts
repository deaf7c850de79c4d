import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';

/** Of a folder that is no remote's. */
export const lacks = (folder: string, file: string): CommandFailed =>
  new CommandFailed(2, `${folder} has no ${file}: run the command in a remote's folder, or name it by --folder PATH.`);

/**
 * Reads what a file holds.
 * @param todo what else to do about a fault
 * @throws CommandFailed (2) with each field that doesn't fit
 */
export function parseFile<Output>(
  file: string,
  schema: v.GenericSchema<unknown, Output>,
  content: unknown,
  ...todo: readonly string[]
): Output {
  const parsed = v.safeParse(schema, content);
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => `${file}, ${v.getDotPath(issue) ?? 'as a whole'}: ${issue.message}`);
  throw new CommandFailed(2, [...faults, ...todo]);
}
