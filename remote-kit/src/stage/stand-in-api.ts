import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { answerCode } from '@fridge/shared-contracts';
import { type Answer, clockHeaders, DEVICE_CONFIG_PATH, signatureFields } from '@fridge/shared-contracts/page';
import { answer, refuse } from '../fastify/envelope.ts';
import { readBody } from '../fastify/read-body.ts';
import { type HouseholdName, ownerOfToken } from './households.ts';
import type { RemoteAnswers } from './remote-answers.ts';

/** Above the nine photos of a work. */
const MOST_BYTES = 128 * 1024 * 1024;

/** A call as the API met it. */
export type ReceivedCall = { id: string; owner: HouseholdName | null; outcome: CallOutcome };
/** With which each is refused. */
const codes = {
  /** It came from elsewhere than the host's own requests. */
  unsigned: answerCode.badInput,
  undeclared: answerCode.badInput,
  /** `stand-alone/answers.ts` has no answer. */
  unprepared: answerCode.ourFault,
  notAuthorized: answerCode.notAuthorized,
} as const;
export type CallOutcome = 'answered' | keyof typeof codes;

/**
 * Answers in the envelope what the remote's own fake host answers, and takes usage events.
 * @param idOf the call of a path
 * @param declared the calls of the release; any other is refused, as by the host
 */
export function createStandInApi(
  answers: RemoteAnswers,
  idOf: (path: string) => string,
  declared: ReadonlySet<string>,
  onCall: (call: ReceivedCall) => void,
): FastifyInstance {
  const app = Fastify({ bodyLimit: MOST_BYTES, requestTimeout: 60_000, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Pages of any origin: the stage's ports are chosen by the system.
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    const now = String(Date.now());
    reply.headers({
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-expose-headers': Object.values(clockHeaders).join(', '),
      [clockHeaders.real]: now,
      [clockHeaders.business]: now,
      'cache-control': 'no-store',
      vary: 'origin',
    });
    return method === 'OPTIONS' ? reply.code(204).send() : undefined;
  });
  app.post('/track', async () => answer(null));
  app.get(DEVICE_CONFIG_PATH, async () => answer({ highBrand: 0, devType: '' }));
  app.all('/*', answerCall);
  app.setErrorHandler((_error, _request, reply) =>
    reply.code(200).send(refuse(answerCode.ourFault, 'The stand-in API failed.')),
  );
  return app;

  async function answerCall({ url, headers, body }: FastifyRequest): Promise<Answer> {
    const id = idOf(new URL(url, 'http://stage').pathname);
    const owner = ownerOfToken(headers.authorization);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const { fields, files } = (await readBody(bytes, headers['content-type'] ?? '')) ?? { fields: {}, files: {} };
    const outcome = outcomeOf(id, owner, fields);
    onCall({ id, owner, outcome });
    if (outcome !== 'answered') return refuse(codes[outcome], outcome);
    const sent = Object.entries(fields).filter(([name]) => !signatureFields.some((each) => each === name));
    return answers.answer(owner, id, { fields: Object.fromEntries(sent), files });
  }

  function outcomeOf(id: string, owner: HouseholdName | null, fields: object): CallOutcome {
    const access = answers.accessOf(id);
    if (!signatureFields.every((name) => name in fields)) return 'unsigned';
    if (!declared.has(id)) return 'undeclared';
    if (access === undefined) return 'unprepared';
    // A report link's token reads the report and nothing else.
    const mayCall = access === 'none' || (owner === 'report' ? access === 'report' : owner !== null);
    return mayCall ? 'answered' : 'notAuthorized';
  }
}
