import type * as v from 'valibot';
import type { Progress } from './progress.ts';

/** With neither `value` nor `operand` it is a flag. */
export type Option = {
  readonly summary: string;
  /** Its value's name in `--help`. */
  readonly value?: string;
  /** A word beside the options: it comes in the order of these, and has no name. */
  readonly operand?: `<${string}>` | `[${string}]`;
  /** Reads what was given; its messages say what would fit. */
  readonly schema?: v.GenericSchema<string, unknown>;
  /** The flag that it contradicts. */
  readonly conflicts?: string;
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
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; what other paths of the command line start from. */
  readonly workingDirectory: string;
  /** Aborts on Ctrl-C. A command that then settles ends the process. */
  readonly signal: AbortSignal;
}

export interface Context<O extends Options = Options> extends Surroundings {
  readonly options: { readonly [Name in keyof O]: ValueOf<O[Name]> };
  /** Absolute; of `--folder`, or the working directory. */
  readonly folder: string;
  /** Whether `--folder` was given. */
  readonly folderGiven: boolean;
  readonly progress: Progress;
}

/** What a command says in the end. */
export interface Outcome {
  /** 0: done; 1: refused, or faults found. Default: 0. */
  readonly exitCode?: 0 | 1;
  /** For people. */
  readonly lines: readonly string[];
  /** For `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Command<O extends Options = Options> {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Paragraphs of its `--help`. */
  readonly details?: readonly string[];
  readonly options: O;
  /** @throws CommandFailed, with the exit code */
  run(context: Context<O>): Promise<Outcome>;
}

/** Infers the types of a command's options. */
export const defineCommand = <const O extends Options>(command: Command<O>): Command<O> => command;
