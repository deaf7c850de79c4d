import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerCode } from '@fridge/shared-contracts';
import {
  type Answer,
  clockHeaders,
  DEVICE_CONFIG_PATH,
  isRecord,
  parseJson,
  signatureFields,
  type TrackedEvent,
  trackedEventSchema,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { type HouseholdName, ownerOfToken } from './households.ts';
import type { RemoteAnswers } from './remote-answers.ts';

/** Above the nine photos of a work. */
const MOST_BYTES = 128 * 1024 * 1024;

/** A call as the API met it. */
export type ReceivedCall = { id: string; owner: HouseholdName | null; outcome: CallOutcome };
/** `unprepared`: `stand-alone/answers.ts` has no answer. `unsigned`: it came from elsewhere than the host's own requests. */
export type CallOutcome = 'answered' | 'undeclared' | 'unprepared' | 'notAuthorized' | 'unsigned';

export type StandInApi = ReturnType<typeof createStandInApi>;

/**
 * Answers in the envelope what the remote's own fake host answers, and takes usage events.
 * @param idOf the call of a path; `null`: no call of the product
 * @param declared the calls of the release; any other is refused, as by the host
 */
export function createStandInApi({
  answers,
  idOf,
  declared,
  onCall,
  onEvent,
}: {
  answers: RemoteAnswers;
  idOf: (path: string) => string;
  declared: ReadonlySet<string>;
  onCall: (call: ReceivedCall) => void;
  onEvent: (event: TrackedEvent) => void;
}): Server {
  const server = createServer((request, response) => {
    allowPages(request, response);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    answer(request).then(
      (envelope) => send(response, envelope),
      () => send(response, { code: answerCode.ourFault, msg: 'The stand-in API failed.', data: null }),
    );
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  return server;

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '/', 'http://stage');
    const body = await readBody(request);
    if (pathname === '/track') return takeEvents(body);
    if (pathname === DEVICE_CONFIG_PATH) return ok({ highBrand: 0, devType: '' });
    return answerCall(idOf(pathname), request, body);
  }

  function takeEvents(body: Buffer<ArrayBuffer>): Answer {
    const batch = parseJson(body.toString('utf8'));
    const events = isRecord(batch) && Array.isArray(batch['events']) ? batch['events'] : [];
    for (const event of events) {
      const read = v.safeParse(trackedEventSchema, event);
      if (read.success) onEvent(read.output);
    }
    return ok(null);
  }

  async function answerCall(id: string, request: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<Answer> {
    const owner = ownerOfToken(request.headers.authorization);
    const { fields, files } = await readForm(request.headers['content-type'] ?? '', body);
    const access = answers.accessOf(id);
    const outcome: CallOutcome = !signatureFields.every((name) => name in fields)
      ? 'unsigned'
      : !declared.has(id)
        ? 'undeclared'
        : access === undefined
          ? 'unprepared'
          : mayCall(owner, access)
            ? 'answered'
            : 'notAuthorized';
    onCall({ id, owner, outcome });
    if (outcome !== 'answered') return refusals[outcome];
    for (const name of signatureFields) delete fields[name];
    return answers.answer(owner, id, { fields, files });
  }
}

const ok = (data: unknown): Answer => ({ code: answerCode.success, msg: '', data });
const refusal = (code: number, msg: string): Answer => ({ code, msg, data: null });

const refusals = {
  unsigned: refusal(answerCode.badInput, 'unsigned'),
  undeclared: refusal(answerCode.badInput, 'undeclared'),
  unprepared: refusal(answerCode.ourFault, 'unprepared'),
  notAuthorized: refusal(answerCode.notAuthorized, 'not authorized'),
} as const;

/** A report link's token reads the report and nothing else. */
function mayCall(owner: HouseholdName | null, access: 'household' | 'report' | 'none'): boolean {
  if (access === 'none') return true;
  if (owner === 'report') return access === 'report';
  return owner !== null;
}

/** Pages of any origin: the stage's ports are chosen by the system. */
function allowPages({ headers }: IncomingMessage, response: ServerResponse): void {
  const now = String(Date.now());
  const allowed = {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-expose-headers': Object.values(clockHeaders).join(', '),
    [clockHeaders.real]: now,
    [clockHeaders.business]: now,
    vary: 'origin',
  };
  for (const [name, value] of Object.entries(allowed)) response.setHeader(name, value);
}

function send(response: ServerResponse, envelope: Answer): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(envelope));
}

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('The body is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Form-encoded or multipart; of anything else nothing. */
async function readForm(type: string, body: Buffer<ArrayBuffer>) {
  const fields: Record<string, string> = {};
  const files: Record<string, Blob> = {};
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null);
  for (const [name, value] of form?.entries() ?? []) {
    if (typeof value === 'string') fields[name] = value;
    else files[name] = value;
  }
  return { fields, files };
}
