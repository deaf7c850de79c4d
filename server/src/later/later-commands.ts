import { parseInstant } from '@fridge/shared-contracts';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { hasRole } from '../commands/actor.ts';
import { moment, number, positive, text, time, told } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { command, type Context, type Undo } from '../commands/table.ts';
import type { Queries } from '../database/database.ts';
import { changeText, record } from '../history/events.ts';
import { isoInShanghai } from '../program/clock.ts';
import { laterChanges, laterStates } from './tables.ts';

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

async function addLater({ at, command: name, fields }: Asked, context: Context) {
  const { clock, actor, by, why, expected, confirmed = false } = context;
  const now = clock.business();
  const dueAt = parseInstant(at) ?? now;
  if (dueAt <= now)
    throw new Refused(
      `The moment is past: it is ${isoInShanghai(new Date(now))} now, of business time. Give a later one.`,
    );
  requireFitting(name, fields, context);
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
    await transaction.execute(sql`lock table ${laterChanges} in share row exclusive mode`);
    if ((await transaction.$count(laterChanges, eq(laterChanges.state, 'pending'))) >= MOST_PENDING)
      throw new Refused(`At most ${MOST_PENDING} commands wait. Cancel one first: later list.`);
    const row = { dueAt: new Date(dueAt), command: name, fields, by, why, role, expected: expected ?? null, confirmed };
    const [added] = await transaction.insert(laterChanges).values(row).returning({ id: laterChanges.id });
    const id = added?.id ?? 0;
    await write(transaction, id, { after: `${name} at ${isoInShanghai(row.dueAt)}` }, context);
    return { id, at: isoInShanghai(row.dueAt), command: name, would };
  });
}

/** @throws Refused with what is wrong whenever it is carried out */
function requireFitting(name: string, fields: object, { commands, actor }: Context): void {
  const declared = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (declared === undefined) throw new Refused(`There is no command ${name}.`);
  const hasFile = Object.values(declared.fields).some((field) => 'isFile' in (v.getMetadata(unwrapped(field)) ?? {}));
  if (declared.kind !== 'change' || name.startsWith('later ') || hasFile)
    throw new Refused(
      `${name} can't be kept for later: ${hasFile ? 'it takes a file' : 'it changes nothing by itself'}.`,
    );
  if (!hasRole(actor, declared.may)) throw new Refused(`${actor.by} may not ${name}.`);
  const { issues = [] } = v.safeParse(v.strictObject(declared.fields), fields);
  const problems = issues.map((issue) => ({ text: `${v.getDotPath(issue) ?? 'fields'}: ${issue.message}` }));
  if (problems.length > 0) throw new Refused(problems);
}

const unwrapped = (schema: v.GenericSchema): v.GenericSchema =>
  'wrapped' in schema ? unwrapped(schema.wrapped as v.GenericSchema) : schema; // optional, nullable

type Undoing = Context & { undoes?: number };

function setState(id: number, to: 'pending' | 'cancelled', context: Undoing) {
  return context.transact(async (transaction) => {
    const [found] = await transaction.select().from(laterChanges).where(eq(laterChanges.id, id)).for('update');
    if (found === undefined) throw new Refused(`There is no ${about(id)}. See later list.`);
    const { state, command: name, dueAt } = found;
    const isPast = dueAt.getTime() <= context.clock.business();
    if (to === 'cancelled' ? !['pending', 'refused'].includes(state) : state !== 'cancelled' || isPast)
      throw new Refused(`${about(id)} is ${state}${to === 'pending' && isPast ? ', and its moment is past' : ''}.`);
    await transaction.update(laterChanges).set({ state: to }).where(eq(laterChanges.id, id));
    await write(transaction, id, { before: state, after: to }, context);
    return { id, command: name };
  });
}

/** `expected` is the command's own. */
const write = (transaction: Queries, id: number, change: { before?: string; after: string }, context: Undoing) =>
  record(transaction, { ...context, expected: undefined }, context.clock, {
    about: [about(id)],
    changes: [{ path: 'later', ...change }],
  });
