import * as v from 'valibot';
import type { TrackingEventName } from '@fridge/shared-contracts/page';
import { type CommandTable, limit, number, optionalText, text, time } from '../operator/command-fields.ts';

/** Of usage events. */
export const RETENTION_DAYS = 30;

const eventName = v.picklist(['pageView', 'click', 'failure', 'open', 'vitals'] satisfies TrackingEventName[]);

export const trackingCommands = {
  /** Newest first; `total`: all. `at`: the page's time. */
  'events.list': {
    fields: v.object({ limit: limit(1_000, 50), name: v.optional(eventName) }),
    answer: v.object({
      total: number,
      events: v.array(
        v.object({
          id: text,
          event: eventName,
          page: text,
          name: optionalText,
          remote: optionalText,
          version: optionalText,
          phase: optionalText,
          reason: optionalText,
          phases: v.nullable(v.record(text, number)),
          vitals: v.optional(v.nullable(v.record(text, v.optional(number))), null),
          at: time,
          receivedAt: time,
        }),
      ),
    }),
  },
} as const satisfies CommandTable;
