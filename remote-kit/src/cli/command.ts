import type { Progress } from './progress.ts';

export type Option =
  | { readonly type: 'boolean'; readonly summary: string }
  /** `value` names the value in `--help`. */
  | { readonly type: 'string'; readonly value: string; readonly summary: string };
export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O extends { type: 'boolean' } ? boolean : string | undefined;
type Values<O extends Options> = { readonly [Name in keyof O]: Value<O[Name]> };

export interface Context<O extends Options = Options> {
  readonly options: Values<O>;
  /** As many as `operands` asks for. */
  readonly operands: readonly string[];
  /** Absolute; of `--folder`, or the working directory. */
  readonly folder: string;
  /** Whether `--folder` was given. */
  readonly folderGiven: boolean;
  /** Absolute; what other paths of the command line start from. */
  readonly workingDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  /** Aborts on Ctrl-C. A command that then settles ends the process. */
  readonly signal: AbortSignal;
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
  /** What follows `remote-kit` on the command line. */
  readonly usage: string;
  /** Paragraphs of its `--help`. */
  readonly details?: readonly string[];
  /** Names of the words that it takes beside its options; one in brackets may be left out. Default: none. */
  readonly operands?: readonly string[];
  readonly options: O;
  /** @throws CommandFailed, with the exit code */
  run(context: Context<O>): Promise<Outcome>;
}

/** Infers the types of a command's options. */
export const defineCommand = <const O extends Options>(command: Command<O>): Command<O> => command;

/** Of every command. */
export const commonOptions = {
  folder: { type: 'string', value: 'PATH', summary: "the remote's folder (default: the working directory)" },
  json: { type: 'boolean', summary: 'prints one JSON object on stdout, all else on stderr' },
  help: { type: 'boolean', summary: 'prints this help' },
} as const satisfies Options;
