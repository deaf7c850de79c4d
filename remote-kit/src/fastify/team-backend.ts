import { createHash } from 'node:crypto';
import { requestStart, teamIdentityHeader } from '@fridge/shared-contracts/team';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { refusals } from './envelope.ts';
import { type CallBody, readBody } from './read-body.ts';
import {
  type CallIdentity,
  createVerifier,
  guest,
  IdentityRefused,
  KeysUnavailable,
  type VerifiedIdentity,
  type VerifierOptions,
} from './verify-identity.ts';

export interface TeamBackendOptions extends VerifierOptions {
  /**
   * Bytes of a call with files, which is kept in memory. The API takes at most 20 MiB. Default: 20 MiB and 64 KiB
   * around it.
   */
  maxBytes?: number;
  /** What stands before a call's path in the addresses that this server sees. Default: the prefix of its scope. */
  base?: string;
}

const DEFAULT_MAX_BYTES = 20 * 1024 * 1024 + 64 * 1024;
/** Of a call without files. */
const MAX_FORM_BYTES = 256 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** The team whose calls these are. */
    team: string;
  }
  interface FastifyRequest {
    /** Who calls, verified. */
    identity: CallIdentity;
    /** Fields and files, which the API has checked the signature of. */
    call: CallBody;
  }
}

/**
 * Answers the calls of a remote, and nobody else's: each request of this scope has to carry the API's identity for this
 * team, this path and this body, once. Any other gets HTTP 401, so that the API tells its operators instead of the
 * page. Routes for others, such as a probe, belong into another scope.
 */
export const teamBackend = fastifyPlugin(registerTeamBackend, { name: '@fridge/remote-kit/fastify', fastify: '5.x' });

async function registerTeamBackend(app: FastifyInstance, options: TeamBackendOptions): Promise<void> {
  const { team, base = app.prefix, maxBytes = DEFAULT_MAX_BYTES } = options;
  const verify = createVerifier(options);
  const verifiedOf = new WeakMap<FastifyRequest, VerifiedIdentity>();

  app.decorate('team', team);
  app.decorateRequest('identity');
  app.decorateRequest('call');
  app.removeAllContentTypeParsers();
  for (const [type, bodyLimit] of [
    ['application/x-www-form-urlencoded', MAX_FORM_BYTES],
    ['multipart/form-data', maxBytes],
  ] as const)
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));

  /** Before the body is read. */
  app.addHook('onRequest', async (request) => {
    const header = request.headers[teamIdentityHeader];
    verifiedOf.set(request, await verify(typeof header === 'string' ? header : undefined));
  });

  app.addHook('preValidation', async (request, reply) => {
    const verified = verifiedOf.get(request);
    if (verified === undefined) throw new IdentityRefused('none was sent');
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const path = `/team/${team}${request.url.slice(base.length)}`;
    await verified.accept(createHash('sha256').update(requestStart(path)).update(bytes).digest('hex'));
    const call = await readBody(bytes, request.headers['content-type'] ?? '');
    if (call === null) return reply.send(refusals.badInput());
    request.identity = verified.identity;
    request.call = call;
    request.body = call.fields;
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply));
}

/** Statuses other than 200 are for the API, which tells its operators; the page gets its words for them. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof IdentityRefused) {
    request.log.warn({ event: 'identityRefused', reason: error.reason });
    return reply.code(401).send(refusals.notAuthorized());
  }
  if (error instanceof KeysUnavailable) {
    request.log.error({ event: 'identityKeysUnavailable', err: error });
    return reply.code(503).send(refusals.ourFault());
  }
  if (error.statusCode === 413) return reply.code(200).send(refusals.tooLarge());
  if (error.statusCode !== undefined && error.statusCode < 500) return reply.code(200).send(refusals.badInput());
  request.log.error(error);
  return reply.code(500).send(refusals.ourFault());
}

/** A preHandler: refuses who isn't logged in, with code 401, on which the page asks to log in. */
export async function requireHousehold(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if ((request.identity ?? guest).scope === 'household') return undefined;
  return reply.send(refusals.notAuthorized());
}
