import * as v from 'valibot';
import { by, positive, why } from '../commands/fields.ts';

export const socketRequestSchema = v.strictObject({
  command: v.string(),
  fields: v.record(v.string(), v.unknown()),
  by,
  why: v.optional(why, ''),
  expected: v.optional(positive),
  dryRun: v.optional(v.boolean()),
  confirmed: v.optional(v.boolean()),
});
export type SocketRequest = v.InferInput<typeof socketRequestSchema>;

/** `events`: what was changed, or would be. */
export const socketAnswerSchema = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    answer: v.unknown(),
    events: v.array(
      v.object({
        id: v.number(),
        about: v.array(v.string()),
        changes: v.array(
          v.object({ path: v.string(), before: v.optional(v.unknown()), after: v.optional(v.unknown()) }),
        ),
      }),
    ),
  }),
  v.object({ ok: v.literal(false), problems: v.array(v.string()) }),
]);
