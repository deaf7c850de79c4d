import * as v from 'valibot';
import { type CommandTable, number, optionalNumber, text } from './command-fields.ts';

export const statusCommands = {
  /** Of the process that answers. Without database facts when it doesn't answer; `newest`: in the database. */
  'server.status': {
    fields: v.object({}),
    answer: v.object({
      instance: text,
      database: v.object({
        kind: v.picklist(['pglite', 'postgresql']),
        reachable: v.boolean(),
        bytes: v.optional(number),
        oldestTransactionSeconds: v.optional(optionalNumber),
        migrations: v.optional(v.object({ applied: number, pending: v.array(text) })),
      }),
      disk: v.array(v.object({ holds: text, folder: text, freeBytes: number, totalBytes: number })),
      review: v.nullable(v.object({ pending: number, oldestSeconds: optionalNumber })),
      /** In the object store; `bytes` with the compressed forms. */
      uploadedReleases: v.nullable(v.object({ releases: number, bytes: number })),
      upkeep: v.array(
        v.object({
          job: text,
          doneSecondsAgo: optionalNumber,
          failedSecondsAgo: optionalNumber,
          failures: number,
        }),
      ),
      configuration: v.array(v.object({ document: text, serial: number, newest: optionalNumber })),
    }),
  },
} as const satisfies CommandTable;

export type ServerStatus = v.InferOutput<(typeof statusCommands)['server.status']['answer']>;
