import type { TrackingEventName } from '@fridge/shared-contracts/page';
import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { limit, number, optionalText, realTime, text, told } from '../commands/fields.ts';
import { command } from '../commands/table.ts';
import { trackedEvents } from './tables.ts';

const eventName = v.picklist(['pageView', 'click', 'failure', 'open', 'vitals'] satisfies TrackingEventName[]);

export const trackingCommands = {
  /** `total`: all. `at`: the page's time. */
  events: command({
    does: 'lists the usage events that pages sent, newest first',
    may: ['viewer'],
    kind: 'read',
    fields: { limit: limit(1_000, 50), event: v.optional(told(eventName, 'only those of this name')) },
    answer: v.object({
      events: v.array(
        v.object({
          at: realTime,
          event: eventName,
          page: text,
          name: optionalText,
          remote: optionalText,
          version: optionalText,
          phase: optionalText,
          reason: optionalText,
          phases: v.nullable(v.record(text, number)),
          vitals: v.optional(v.nullable(v.record(text, v.optional(number))), null),
          receivedAt: realTime,
          id: text,
        }),
      ),
      total: number,
    }),
    async run({ limit: most, event }, { queries }) {
      const wanted = event === undefined ? undefined : eq(trackedEvents.event, event);
      const events = await queries
        .select()
        .from(trackedEvents)
        .where(wanted)
        .orderBy(desc(trackedEvents.position))
        .limit(most);
      return { total: await queries.$count(trackedEvents, wanted), events };
    },
  }),
};
