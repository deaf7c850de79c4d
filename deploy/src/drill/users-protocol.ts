import * as v from 'valibot';
import type { Outage } from './attempts.ts';
import type { Broken } from './promises.ts';

/** What the drill asks of the process in which the users are, which is on the machines' network. */
export const requestSchema = v.variant('ask', [
  v.object({ id: v.number(), ask: v.literal('prepare'), database: v.string(), users: v.number() }),
  v.object({ id: v.number(), ask: v.literal('start') }),
  v.object({ id: v.number(), ask: v.literal('outage'), failureAt: v.number(), endAt: v.optional(v.number()) }),
  v.object({ id: v.number(), ask: v.literal('read'), page: v.string() }),
  v.object({ id: v.number(), ask: v.literal('stop') }),
  v.object({ id: v.number(), ask: v.literal('verify'), database: v.string() }),
]);
export type UsersRequest = v.InferOutput<typeof requestSchema>;

const outageSchema = v.object({
  unavailableMs: v.number(),
  failed: v.number(),
  succeededSince: v.number(),
  told: v.record(v.string(), v.number()),
});
const texts = v.array(v.string());

export type UsersAnswers = {
  prepare: null;
  start: null;
  outage: { calls: Outage; uploads: Outage };
  /** A page's text in a browser. */
  read: string;
  /** How many got no answer at all, and answers that no page expects. */
  stop: { unanswered: number; odd: readonly string[] };
  /** `acknowledged`: since the last time; the others of all. */
  verify: { acknowledged: number } & Broken;
};

export const answerSchemas: { [Ask in keyof UsersAnswers]: v.GenericSchema<unknown, UsersAnswers[Ask]> } = {
  prepare: v.null(),
  start: v.null(),
  outage: v.object({ calls: outageSchema, uploads: outageSchema }),
  read: v.string(),
  stop: v.object({ unanswered: v.number(), odd: texts }),
  verify: v.object({ acknowledged: v.number(), lost: texts, doubled: texts, over: texts }),
};

export const replySchema = v.object({
  id: v.number(),
  answer: v.optional(v.unknown(), null),
  fault: v.optional(v.string()),
});
