import * as v from 'valibot';
import { ways } from '../commands/actor.ts';
import { by, day, limit, number, optionalNumber, positive, realTime, text, time, told } from '../commands/fields.ts';
import { partOf } from '../commands/parts.ts';
import { Refused } from '../commands/refused.ts';
import { command, type Context } from '../commands/table.ts';
import { undoDocumentChange } from '../documents/config-commands.ts';
import { documentNames } from '../documents/documents.ts';
import { listEvents, readEvent, type StoredEvent } from './events.ts';

const EVENTS_AT_ONCE = 1_000;

export const historyCommands = {
  /** Newest first. `next`: the `before` of the next part. */
  history: command({
    does: 'lists what was changed and looked at, newest first: who, when, why, before and after',
    may: ['viewer'],
    kind: 'read',
    fields: {
      by: v.optional(told(by, 'only what they did')),
      about: v.optional(
        told(text, 'only about this: a document, remote, team, user, work, "prize 12", "import 7", "later 3"'),
      ),
      day: v.optional(told(day, 'only of this day of real time, in China')),
      limit: limit(EVENTS_AT_ONCE, 50),
      before: v.optional(told(positive, 'goes on where another part ended, at its next')),
    },
    answer: v.object({
      events: v.array(
        v.object({
          id: number,
          at: realTime,
          businessAt: time,
          by: text,
          way: v.picklist(ways),
          command: text,
          about: v.array(text),
          why: text,
          changes: v.array(v.object({ path: text, before: v.optional(v.unknown()), after: v.optional(v.unknown()) })),
          undoes: optionalNumber,
          undoneBy: optionalNumber,
        }),
      ),
      next: optionalNumber,
    }),
    async run(filter, { queries }) {
      const found = await listEvents(queries, { ...filter, limit: filter.limit + 1 });
      const { part: events, next } = partOf(found, filter.limit, ({ id }) => id);
      return { events, next };
    },
  }),
  /** `shares`: of the draw, where it changes them. */
  undo: command({
    does: 'restores what an event changed, and nothing else',
    may: ['operator'],
    kind: 'change',
    fields: { event: told(positive, 'its number, see history') },
    answer: v.object({ undone: number, shares: v.optional(v.array(text)) }),
    foretells: true,
    async run({ event: id }, context) {
      const event = await readEvent(context.queries, id);
      const [undone] = await listEvents(context.queries, { before: id + 1, limit: 1 });
      if (undone?.undoneBy != null) throw new Refused(`Event ${id} was undone by event ${undone.undoneBy}.`);
      const shares = await undoEvent(event, context);
      return { undone: id, ...(shares.length > 0 && { shares }) };
    },
  }),
};

/** @returns the shares of the draw that it changes */
async function undoEvent(event: StoredEvent, context: Context): Promise<string[]> {
  const document = documentNames.find((name) => name === event.document);
  if (document !== undefined) return undoDocumentChange(event, document, context);
  const undo = context.commands[event.command]?.undo ?? 'Nothing of it can be restored.';
  if (typeof undo === 'string') throw new Refused(`Event ${event.id} can't be undone. ${undo}`);
  await undo(event, { ...context, command: event.command });
  return [];
}
