import * as v from 'valibot';

export type ViewKey = number;

type Incoming =
  | { kind: 'call'; view: ViewKey; id: string | number; method: string; params: unknown }
  /** The page asks for the app's version. */
  | { kind: 'hello'; view: ViewKey }
  | { kind: 'refused'; reason: 'origin' | 'source'; origin: string; method: string }
  | { kind: 'ignored' };

const callSchema = v.object({
  id: v.union([v.pipe(v.string(), v.minLength(1)), v.number()]),
  method: v.pipe(v.string(), v.minLength(1)),
  params: v.optional(v.unknown()),
});
const helloSchema = v.object({ hello: v.literal('host') });

/**
 * Classifies a window message (architecture, "The native bridge"): only pages of the host's origin directly in a web
 * view are accepted.
 */
export function classifyMessage(
  message: { origin: string; source: unknown; data: unknown },
  trusted: { hostOrigin: string; views: ReadonlyMap<unknown, ViewKey> },
): Incoming {
  const call = v.safeParse(callSchema, message.data);
  const hello = v.is(helloSchema, message.data);
  if (!call.success && !hello) return { kind: 'ignored' };
  const view = trusted.views.get(message.source);
  const method = call.success ? call.output.method : 'hello';
  if (message.origin !== trusted.hostOrigin) return { kind: 'refused', reason: 'origin', origin: message.origin, method };
  if (view === undefined) return { kind: 'refused', reason: 'source', origin: message.origin, method };
  if (!call.success) return { kind: 'hello', view };
  return { kind: 'call', view, id: call.output.id, method: call.output.method, params: call.output.params };
}
