import { parseInstant } from '@fridge/shared-contracts';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { hasRole } from '../commands/actor.ts';
import { moment, number, positive, text, time, told } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { type Command, command, type Context, type Undo } from '../commands/table.ts';
import type { Queries } from '../database/database.ts';
import { changeText, record } from '../history/events.ts';
import { findUser } from '../households/find-user.ts';
import { isoInShanghai } from '../program/clock.ts';
import { laterChanges, laterStates, lockLater } from './tables.ts';

const MOST_PENDING = 200;
const MOST_LISTED = 100;

const about = (id: number): string => `later ${id}`;

/** Takes it back, or brings it back where its moment is still to come. */
const undoLater: Undo = async ({ id: undoes, about: [subject = ''], changes: [change] }, context) => {
  const id = Number(/^later (\d+)$/.exec(subject)?.[1]);
  await setState(id, change?.after === 'cancelled' ? 'pending' : 'cancelled', { ...context, undoes });
};

export const laterCommands = {
  /** `would`: what it would change now. */
  'later add': command({
    does: 'keeps another command for a moment to come, at which it is carried out once',
    may: ['reviewer', 'shipper'],
    kind: 'change',
    undo: undoLater,
    fields: {
      at: told(moment, 'the moment, of business time'),
      command: told(text, 'its name'),
      fields: v.optional(v.record(v.string(), v.unknown()), {}),
    },
    answer: v.object({ id: number, at: text, command: text, would: v.array(text) }),
    run: (asked, context) => addLater(asked, context),
  }),
  'later list': command({
    does: 'lists commands for later, the next first, then the latest that were carried out, refused or cancelled',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: v.array(
      v.object({
        id: number,
        at: time,
        state: v.picklist(laterStates),
        command: text,
        fields: text,
        by: text,
        why: text,
        outcome: text,
      }),
    ),
    async run(_fields, { queries }) {
      const isNext = inArray(laterChanges.state, ['pending', 'underWay']);
      const rows = await queries
        .select()
        .from(laterChanges)
        .orderBy(sql`not ${isNext}`, sql`case when ${isNext} then ${laterChanges.dueAt} end`, desc(laterChanges.dueAt))
        .limit(MOST_PENDING + MOST_LISTED);
      return rows.map(({ dueAt: at, fields, ...row }) => ({ ...row, at, fields: JSON.stringify(fields) }));
    },
  }),
  'later cancel': command({
    does: 'takes a command for later back, or one that was refused off the list of what needs attention',
    may: ['reviewer', 'shipper'],
    kind: 'change',
    undo: undoLater,
    fields: { id: told(positive, 'its number, see later list') },
    answer: v.object({ id: number, command: text }),
    run: ({ id }, context) => setState(id, 'cancelled', context),
  }),
};

type Asked = { at: string; command: string; fields: Record<string, unknown> };

async function addLater({ at, command: name, fields: asked }: Asked, context: Context) {
  const { clock, actor, by, why, expected, confirmed = false } = context;
  const now = clock.business();
  const dueAt = parseInstant(at) ?? now;
  if (dueAt <= now)
    throw new Refused(
      `The moment is past: it is ${isoInShanghai(new Date(now))} now, of business time. Give a later one.`,
    );
  const fields = await personsFound(requireFitting(name, asked, context), asked, context);
  const would = await context.runOther({ command: name, fields }, { dryRun: true, confirmed, expected }).then(
    ({ events }) => events.flatMap(({ changes }) => changes.map(changeText)),
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      if (confirmed) return [`Now it would be refused: ${error.message}`];
      throw new Refused(`${error.message}\nIt would be refused now. With --confirm it is kept, and tried then.`);
    },
  );
  const { role } = actor;
  if (role === 'team' || role === 'program') throw new Refused('Only operators keep commands for later.');
  return context.transact(async (transaction) => {
    await lockLater(transaction);
    if ((await transaction.$count(laterChanges, eq(laterChanges.state, 'pending'))) >= MOST_PENDING)
      throw new Refused(`At most ${MOST_PENDING} commands wait. Cancel one first: later list.`);
    const row = { dueAt: new Date(dueAt), command: name, fields, by, why, role, expected: expected ?? null, confirmed };
    const [added] = await transaction.insert(laterChanges).values(row).returning({ id: laterChanges.id });
    const id = added?.id ?? 0;
    // What is expected is the command's own.
    const change = { after: `${name} at ${isoInShanghai(row.dueAt)}` };
    await write(transaction, id, change, { ...context, expected: undefined });
    return { id, at: isoInShanghai(row.dueAt), command: name, would };
  });
}

/** @throws Refused with what is wrong whenever it is carried out */
function requireFitting(name: string, fields: object, { commands, actor }: Context): Command {
  const declared = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (declared === undefined) throw new Refused(`There is no command ${name}.`);
  const why = whyNotLater(name, declared);
  if (why !== null) throw new Refused(`${name} can't be kept for later: ${why}.`);
  if (!hasRole(actor, declared.may)) throw new Refused(`${actor.by} may not ${name}.`);
  const { issues = [] } = v.safeParse(v.strictObject(declared.fields), fields);
  const problems = issues.map((issue) => `${v.getDotPath(issue) ?? 'fields'}: ${issue.message}`);
  if (declared.needsReason === true && actor.why === '') problems.push('why: a reason');
  if (problems.length > 0) throw new Refused(problems.map((problem) => ({ text: problem })));
  return declared;
}

function whyNotLater(name: string, { kind, fields }: Command): string | null {
  if (kind !== 'change') return 'it changes nothing by itself';
  if (name.startsWith('later ')) return 'it changes the list itself. Give it when it is to count';
  return Object.values(fields).some((field) => isMarked(field, 'isFile')) ? 'it takes a file' : null;
}

/**
 * Each person by the id: a phone may be another's by the moment, and isn't everybody's to read.
 * @throws Refused where there is no such user
 */
async function personsFound(declared: Command, fields: Asked['fields'], { queries }: Context) {
  const found = { ...fields };
  for (const [name, field] of Object.entries(declared.fields)) {
    const written = isMarked(field, 'isPerson') ? v.parse(field, fields[name]) : undefined;
    if (typeof written === 'string') found[name] = (await findUser(queries, written)).userId;
  }
  return found;
}

const isMarked = (field: v.GenericSchema, mark: string): boolean => mark in (v.getMetadata(unwrapped(field)) ?? {});

const unwrapped = (schema: v.GenericSchema): v.GenericSchema =>
  'wrapped' in schema ? unwrapped(schema.wrapped as v.GenericSchema) : schema; // optional, nullable

/**
 * @throws Refused for whoever may not give the command and, since it counts with the rights of whoever gave it, may not
 * bring back what they may
 */
function requireRight(to: 'pending' | 'cancelled', { command: name, role }: Given, { commands, actor }: Context): void {
  const may = to === 'pending' ? [role] : (commands[name]?.may ?? [role]);
  if (!hasRole(actor, may)) throw new Refused(`${actor.by} may not ${name}: it needs ${may.join(' or ')}.`);
}

type Given = Pick<typeof laterChanges.$inferSelect, 'command' | 'role'>;

type Undoing = Context & { undoes?: number };

function setState(id: number, to: 'pending' | 'cancelled', context: Undoing) {
  return context.transact(async (transaction) => {
    const [found] = await transaction.select().from(laterChanges).where(eq(laterChanges.id, id)).for('update');
    if (found === undefined) throw new Refused(`There is no ${about(id)}. See later list.`);
    requireRight(to, found, context);
    const { state, command: name, dueAt } = found;
    const isPast = dueAt.getTime() <= context.clock.business();
    if (to === 'cancelled' ? !['pending', 'refused'].includes(state) : state !== 'cancelled' || isPast)
      throw new Refused(`${about(id)} is ${state}${to === 'pending' && isPast ? ', and its moment is past' : ''}.`);
    await transaction.update(laterChanges).set({ state: to }).where(eq(laterChanges.id, id));
    await write(transaction, id, { before: state, after: to }, context);
    return { id, command: name };
  });
}

const write = (transaction: Queries, id: number, change: { before?: string; after: string }, context: Undoing) =>
  record(transaction, context, context.clock, {
    about: [about(id)],
    changes: [{ path: 'later', ...change }],
  });
