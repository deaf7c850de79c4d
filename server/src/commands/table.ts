import type * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import type { StoredEvent } from '../history/events.ts';
import type { Services } from '../program/services.ts';
import type { Actor, ChangeOptions, Role, Scope, ToldEvent } from './actor.ts';

/** What a command's handler works with: the services, and in whose name it works. */
export interface Context extends Services, Omit<Actor, 'role'>, ChangeOptions {
  readonly command: string;
  readonly actor: Actor;
  readonly commands: Commands;
  /** Another command, by the same actor. */
  runOther(asked: { command: string; fields: object }, options: ChangeOptions): Promise<{ events: ToldEvent[] }>;
  readonly tell: NonNullable<Scope['tell']>;
  /** One transaction, which a dry run rolls back: all that a command changes is changed in it. */
  transact<Result>(work: (transaction: Queries) => Promise<Result>): Promise<Result>;
}

/**
 * Undoes an event of its command, and writes the event of that.
 * @throws Refused where a later change is in the way
 */
export type Undo = (event: StoredEvent, context: Context) => Promise<void>;

export interface Command<
  Fields extends v.ObjectEntries = v.ObjectEntries,
  Answer extends v.GenericSchema = v.GenericSchema,
> {
  /** Begins with a verb: for help, and for the history. */
  readonly does: string;
  /** The least roles. */
  readonly may: readonly Role[];
  /** `look`: changes nothing, and is written down with who and why. */
  readonly kind: 'read' | 'look' | 'change';
  /** Whether the reason can't be left out. */
  readonly needsReason?: boolean;
  /** How its events are undone, or why they can't be. Events of documents are undone by their fields. */
  readonly undo?: Undo | string;
  /** In the order in which the command line takes those that are required. */
  readonly fields: Fields;
  readonly answer: Answer;
  /** Whether its answer to a dry run tells what would be. */
  readonly foretells?: boolean;
  /** Whether all of it was done, and nothing found wrong. */
  isFine?(answer: v.InferOutput<Answer>): boolean;
  /** Gives what `answer` describes; what it gives besides isn't sent. @throws Refused */
  run(fields: v.InferOutput<v.ObjectSchema<Fields, undefined>>, context: Context): Promise<v.InferInput<Answer>>;
}

/** By their names, which are the words of the command line. */
export type Commands = Readonly<Record<string, Command>>;

/** Declares a command (`all.ts` lists them). */
export const command = <Fields extends v.ObjectEntries, Answer extends v.GenericSchema>(
  declared: Command<Fields, Answer>,
): Command<Fields, Answer> => declared;
