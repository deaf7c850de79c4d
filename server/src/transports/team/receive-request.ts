import type { Multipart } from '@fastify/multipart';
import type { Answer } from '@fridge/shared-contracts/page';
import { sizeText } from '@fridge/shared-contracts/team';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentFile } from '../../commands/actor.ts';
import type { Environment } from '../../program/environment.ts';
import { readBody, uploadLimits } from '../../edge/read-body.ts';
import { releaseLimits } from '../../releases/publish/read-release.ts';
import { demand, type ReleaseRefused, refusedFor } from '../../releases/release-refused.ts';

/** Of a JSON body, or of the field `request`. */
const requestLimits = { bytes: 1024 * 1024, silenceMs: 10_000, totalMs: 30_000 } as const;

/** The signed JSON. It comes first, so that nothing is read of a request that nobody signed. */
const REQUEST_FIELD = 'request';

/** Longer than any path that a bundler writes. */
const MAX_PATH = 512;

/** Boundaries and heads of the parts. */
const ENVELOPE_BYTES = 256 * 1024;
const MOST_BYTES = releaseLimits.bytes + requestLimits.bytes + ENVELOPE_BYTES;

export const multipartLimits = {
  fileSize: releaseLimits.bytes,
  files: releaseLimits.files,
  fields: 1,
  fieldSize: requestLimits.bytes,
  fieldNameSize: MAX_PATH,
  parts: releaseLimits.files + 1,
  headerPairs: 16,
} as const;

/** Of a build server, in each span of `UPLOAD_SILENCE_LIMIT_MS`: 5 KiB/s. A drip holds its place no longer. */
const LEAST_BYTES = 64 * 1024;

/** Leaves bodies unread in this scope: the header, which signs a body's hash, is judged first. */
export function leaveBodies(app: FastifyInstance, refusal: (error: ReleaseRefused) => Answer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _body, done) => done(null));
  app.setErrorHandler(async (error, _request, reply) => {
    const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
    if (status !== 415) throw error;
    reply.code(200);
    return refusal(
      refusedFor('form', 'The content type has to be application/json, or multipart/form-data with files.'),
    );
  });
}

/** Judges a request, and reads its bytes in between: a JSON body, or the field `request` of a multipart one. */
type Verify<Verified> = (readRequest: () => Promise<Buffer>) => Promise<Verified>;
type Received<Verified> = { verified: Verified; sent?: SentFile[] };

const badJson = () => refusedFor('form', 'The body ended early, or came too slowly. Send it again.');
const ofJson = {
  tooLarge: () => refusedFor('tooLarge', `The body has more than ${sizeText(requestLimits.bytes)}.`),
  late: badJson,
  broken: badJson,
};

/** Reads a request of JSON. @throws ReleaseRefused, and what `verify` throws */
export const receiveJson = <Verified>(
  request: FastifyRequest,
  _environment: Environment,
  verify: Verify<Verified>,
): Promise<Received<Verified>> =>
  readBody(request, requestLimits, ofJson, async (_signal, whole) => ({ verified: await verify(whole) }));

/**
 * Reads a release from a multipart body: the field `request`, then each file as a part named by its path. The rest of a
 * refused body isn't kept.
 * @param verify ends before any file is read
 * @throws ReleaseRefused, and what `verify` throws
 */
export function receiveParts<Verified>(
  request: FastifyRequest,
  environment: Environment,
  verify: Verify<Verified>,
): Promise<Received<Verified>> {
  const limits = { ...uploadLimits(environment, MOST_BYTES), leastBytes: LEAST_BYTES };
  const { silenceMs, totalMs } = limits;
  const pace = `within ${totalMs / 1000} s, and bring ${sizeText(LEAST_BYTES)} in each ${silenceMs / 1000} s`;
  const late = () => refusedFor('form', `The request came too slowly: it has to end ${pace}. Send it again.`);
  return readBody(request, limits, { ...ofParts, late }, () => readParts(request, verify));
}

async function readParts<Verified>(request: FastifyRequest, verify: Verify<Verified>): Promise<Received<Verified>> {
  const parts = request.parts();
  const verified = await verify(async () => requestOf((await parts.next()).value));
  const sent: SentFile[] = [];
  let bytes = 0;
  for await (const part of parts) {
    // The parser gives a part without a name as well.
    demand(Boolean(part.fieldname), 'form', 'A part has no name. Name each file by its path in the release.');
    const name = JSON.stringify(part.fieldname.slice(0, MAX_PATH));
    demand(part.type === 'file', 'form', `${name} came as a field. Send each file as a part with a file name.`);
    const content = await part.toBuffer();
    bytes += content.length;
    if (bytes > releaseLimits.bytes) throw tooLarge();
    sent.push([part.fieldname, content]);
  }
  return { verified, sent };
}

function requestOf(part: Multipart | undefined): Buffer {
  if (part === undefined) throw refusedFor('form', `The request has no field "${REQUEST_FIELD}".`);
  const { type, fieldname } = part;
  if (type !== 'field' || fieldname !== REQUEST_FIELD || typeof part.value !== 'string' || part.valueTruncated) {
    const most = `a JSON text of at most ${sizeText(requestLimits.bytes)}`;
    throw refusedFor('form', `The field "${REQUEST_FIELD}", ${most}, has to come before the files.`);
  }
  return Buffer.from(part.value);
}

const tooLarge = () =>
  refusedFor(
    'tooLarge',
    `A release has at most ${sizeText(releaseLimits.bytes)} in all, uncompressed. Leave out what no page needs.`,
  );

const tooMany = () => refusedFor('tooLarge', `A release has at most ${releaseLimits.files} files.`);
const ofParts = {
  tooLarge,
  broken: () => refusedFor('form', 'The request ended early, or is no multipart body. Send it again.'),
  FST_FILES_LIMIT: tooMany,
  FST_PARTS_LIMIT: tooMany,
  FST_FIELDS_LIMIT: () =>
    refusedFor('form', `"${REQUEST_FIELD}" is the only field. Send each file as a part with a file name.`),
  FST_PROTO_VIOLATION: () => refusedFor('form', 'A part has a name that no file may have.'),
};
