import type { Progress } from './progress.ts';

/** `value` names the option's value in `--help`; without it the option is a flag. */
export type Option = { readonly value?: string; readonly summary: string };
export type Options = Readonly<Record<string, Option>>;
type ValueOf<O extends Option> = O extends { value: string }
  ? string | undefined
  : 'value' extends keyof O
    ? string | boolean | undefined
    : boolean;
type Values<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

/** Where a run happens. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; what other paths of the command line start from. */
  readonly workingDirectory: string;
  /** Aborts on Ctrl-C. A command that then settles ends the process. */
  readonly signal: AbortSignal;
}

export interface Context<O extends Options = Options> extends Surroundings {
  readonly options: Values<O>;
  readonly operands: readonly string[];
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
  /** The words that it takes beside its options, such as `NAME [TITLE]`. Default: none. */
  readonly operands?: string;
  readonly options: O;
  /** @throws CommandFailed, with the exit code */
  run(context: Context<O>): Promise<Outcome>;
}

/** Infers the types of a command's options. */
export const defineCommand = <const O extends Options>(command: Command<O>): Command<O> => command;
