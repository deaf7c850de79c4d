import type { Call, CallAccess, CallFields, OutputOf, StandardSchema } from '@fridge/shared-contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Envelope, refusals } from './envelope.ts';
import type { CallBody } from './read-body.ts';
import type { CallIdentity } from './verify-identity.ts';

type Scope = CallIdentity['scope'];
const admitted: Record<CallAccess, readonly Scope[]> = {
  household: ['household'],
  report: ['household', 'report'],
  none: ['household', 'report', 'none'],
};
type IdentityFor<Access extends CallAccess> = Extract<
  CallIdentity,
  { scope: Access extends 'household' ? 'household' : Access extends 'report' ? 'household' | 'report' : Scope }
>;

export interface MadeCall<C extends Call, Fields> {
  readonly fields: Fields;
  readonly files: Readonly<Record<C['files'][number], File>>;
  readonly identity: IdentityFor<C['access']>;
  readonly request: FastifyRequest;
}

/** `data` as the page's schema takes it, or a refusal. */
type AnswerOf<C extends Call> = Envelope<NonNullable<C['data']['~standard']['types']>['input']> | Envelope<never>;

/**
 * Answers a call of the remote. Checked before: who calls, by the call's `access`; the fields and files that it names.
 * @param app with `teamBackend`
 * @param options.fields any Standard Schema for the fields; what it gives is what the handler gets
 * @throws Error when the call isn't of this team
 */
export function answerCall<C extends Call, Fields extends StandardSchema = StandardSchema<CallFields<C>>>(
  app: FastifyInstance,
  call: C,
  handler: (made: MadeCall<C, OutputOf<Fields>>) => AnswerOf<C> | Promise<AnswerOf<C>>,
  { fields: schema }: { fields?: Fields } = {},
): void {
  app.post(pathOf(call, app.team), async (request) => {
    if (!admitted[call.access].includes(request.identity.scope)) return refusals.notAuthorized();
    const { identity, call: body } = request;
    if (!isComplete(call, body)) return refusals.badInput();
    const read = await (schema?.['~standard'].validate(body.fields) ?? { value: body.fields, issues: undefined });
    if (read.issues !== undefined) return refusals.badInput();
    // Checked above, against the same definition.
    return handler({ fields: read.value, files: body.files, identity, request } as MadeCall<C, OutputOf<Fields>>);
  });
}

function pathOf({ path }: Call, team: string): string {
  const below = `/team/${team}`;
  if (typeof path === 'string' && path.startsWith(`${below}/`)) return path.slice(below.length);
  throw new Error(`The call ${JSON.stringify(path)} isn't of this team: its path has to begin with ${below}/.`);
}

/** Whether the call has all that its definition requires, and nothing that it doesn't name. */
function isComplete(call: Call, { fields, files }: CallBody): boolean {
  const named: ReadonlySet<string> = new Set([...call.required, ...call.optional]);
  return (
    call.required.every((name) => (fields[name] ?? '') !== '') &&
    Object.keys(fields).every((name) => named.has(name)) &&
    call.files.every((name) => Object.hasOwn(files, name)) &&
    Object.keys(files).every((name) => call.files.includes(name))
  );
}
