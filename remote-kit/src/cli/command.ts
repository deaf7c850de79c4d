import type * as v from 'valibot';
import type { Progress } from './progress.ts';

/** With neither `value` nor `operand` it is a flag. */
export type Option = {
  summary: string;
  /** Its value's name in `--help`. */
  value?: string;
  /** A word beside the options: it comes in the order of these, and has no name. */
  operand?: `<${string}>` | `[${string}]`;
  /** Reads what was given; its messages say what would fit. */
  schema?: v.GenericSchema<string, unknown>;
  /** The flag that it contradicts. */
  conflicts?: string;
};
export type Options = Readonly<Record<string, Option>>;
type Read<O> = O extends { schema: infer Schema extends v.GenericSchema } ? v.InferOutput<Schema> : string;
type ValueOf<O> = Option extends O
  ? unknown
  : O extends { operand: `<${string}>` }
    ? Read<O>
    : O extends { value: string } | { operand: string }
      ? Read<O> | undefined
      : boolean;

/** Where a run happens. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** Absolute; what other paths of the command line start from. */
  workingDirectory: string;
  /** Aborts on Ctrl-C. A command that then settles ends the process. */
  signal: AbortSignal;
}

export interface Context<O extends Options = Options> extends Surroundings {
  options: { readonly [Name in keyof O]: ValueOf<O[Name]> };
  /** Absolute; of `--folder`, or the working directory. */
  folder: string;
  /** Whether `--folder` was given. */
  folderGiven: boolean;
  progress: Progress;
}

/** What a command says in the end. */
export interface Outcome {
  /** 0: done; 1: refused, or faults found. Default: 0. */
  exitCode?: 0 | 1;
  /** For people. */
  lines: readonly string[];
  /** For `--json`. */
  data: Readonly<Record<string, unknown>>;
}

export interface Command<O extends Options = Options> {
  /** One line for the list of commands. */
  summary: string;
  /** Paragraphs of its `--help`. */
  details?: readonly string[];
  options: O;
  /** @throws CommandFailed, with the exit code */
  run(context: Context<O>): Promise<Outcome>;
}

/** Infers the types of a command's options. */
export const defineCommand = <const O extends Options>(command: Command<O>): Command<O> => command;
