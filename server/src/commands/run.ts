import { isRecord } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { isUnavailable, TooManyWaiting } from '../database/database.ts';
import { describeFault } from '../log/log.ts';
import type { Services } from '../program/services.ts';
import { nearestName } from '../documents/settings/own-settings.ts';
import { type Actor, type ChangeOptions, hasRole, type ToldEvent } from './actor.ts';
import { commands } from './all.ts';
import { type Problem, Refused } from './refused.ts';
import type { Command } from './table.ts';
import { transact } from './transact.ts';

type All = typeof commands;
export type CommandName = keyof All;
/** Fields with a default may be left out. */
export type FieldsOf<Name extends CommandName> = All[Name] extends { fields: infer Fields extends v.ObjectEntries }
  ? v.InferInput<v.ObjectSchema<Fields, undefined>>
  : never;
export type AnswerTo<Name extends CommandName> = v.InferOutput<All[Name]['answer']>;
export type Asked<Name extends CommandName = CommandName> = { command: Name; fields: FieldsOf<Name> };

/** `events`: what was changed, or would be. */
type Done<Answer = unknown> = { answer: Answer; events: ToldEvent[] };

/**
 * The one way in: every transport comes here.
 * @throws Refused with every problem; then nothing was changed
 */
export async function run<Name extends CommandName>(
  asked: Asked<Name>,
  actor: Actor,
  options: ChangeOptions,
  services: Services,
): Promise<Done<AnswerTo<Name>>> {
  const declared = findCommand(asked.command);
  const events: ToldEvent[] = [];
  const fields = readRequest(asked, declared, actor, options);
  const { role: _, ...author } = actor;
  const answer = await declared.run(fields, {
    ...services,
    ...options,
    ...author,
    actor,
    commands,
    command: asked.command,
    tell: ({ id, about, changes }) => void events.push({ id, about, changes }),
    runOther: (other, how) => run(other as Asked, actor, how, services), // it parses both
    transact: (work) => transact(services.queries, options, work),
  });
  services.log.info({ event: 'command', command: asked.command, way: actor.way, dryRun: options.dryRun === true });
  return { answer: v.parse(declared.answer, answer) as AnswerTo<Name>, events }; // parsed by this command's schema
}

function findCommand(name: string): Command {
  const all: Readonly<Record<string, Command>> = commands;
  const declared = Object.hasOwn(all, name) ? all[name] : undefined;
  if (declared !== undefined) return declared;
  const meant = nearestName(name, Object.keys(all));
  throw new Refused(`There is no command ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`);
}

/** @throws Refused with all that is wrong in a request */
function readRequest({ command, fields }: Asked, declared: Command, actor: Actor, options: ChangeOptions) {
  if (!hasRole(actor, declared.may))
    throw new Refused(`${actor.by} may not ${command}: it needs ${declared.may.join(' or ')}.`);
  const parsed = v.safeParse(v.strictObject(declared.fields), fields);
  const changing = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  const problems = [
    ...(parsed.issues ?? []).map(problemOf),
    ...(holdsNul(fields) ? [{ text: 'a text holds U+0000, which no database keeps' }] : []),
    ...(declared.needsReason === true && actor.why === '' ? [{ text: 'why: a reason' }] : []),
    ...(declared.kind === 'change' ? [] : changing.map(([name]) => ({ text: `${name}: ${command} changes nothing` }))),
  ];
  if (!parsed.success || problems.length > 0) throw new Refused(problems);
  return parsed.output;
}

/** Its kind is the field's path. */
function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const path = v.getDotPath(issue);
  return { text: `${path ?? 'the request'}: ${issue.message}`, ...(path !== null && { kind: path }) };
}

const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : (Array.isArray(value) || isRecord(value)) && Object.values(value).some(holdsNul);

/** What a transport answers where a command failed. */
export function describeFailure(error: unknown, { log }: Pick<Services, 'log'>): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof TooManyWaiting)
    return new Refused('The database is busy. Nothing was changed: try again in a moment.');
  log.error({ event: 'commandFault', fault: describeFault(error) });
  return new Refused(
    isUnavailable(error)
      ? "The database didn't answer. Whether the command counted isn't known: look before you repeat it."
      : 'The server failed at this command; its log says where. Nothing was changed.',
  );
}
