import type { Multipart } from '@fastify/multipart';
import type { Answer } from '@fridge/shared-contracts/page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentFile } from '../../commands/actor.ts';
import type { Environment } from '../../program/environment.ts';
import { BodyRefused, boundedBody } from '../../edge/bounded-body.ts';
import { drain } from '../../edge/connections.ts';
import { codeOf } from '../../storage/text.ts';
import { isOfBrokenBody, readWatched } from '../../edge/watch-body.ts';
import { releaseLimits } from '../../releases/publish/read-release.ts';
import { type ReleaseProblem, ReleaseRefused } from '../../releases/release-refused.ts';

/** Of a JSON body, or of the field `request`. */
const requestLimits = { bytes: 1024 * 1024, silenceMs: 10_000, totalMs: 30_000 } as const;

/** The signed JSON. It comes first, so that nothing is read of a request that nobody signed. */
const REQUEST_FIELD = 'request';

/** Longer than any path that a bundler writes. */
const MAX_PATH = 512;

/** Boundaries and heads of the parts. */
const ENVELOPE_BYTES = 256 * 1024;
const MOST_BYTES = releaseLimits.bytes + requestLimits.bytes + ENVELOPE_BYTES;

export const uploadLimits = {
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
    return refusal(refused('form', 'The content type has to be application/json, or multipart/form-data with files.'));
  });
}

type Verify<Verified> = (readRequest: () => Promise<Buffer>) => Promise<Verified>;
type Received<Verified> = { verified: Verified; sent?: SentFile[] };

/**
 * Reads a request of JSON.
 * @param verify gets what reads the body
 * @throws ReleaseRefused, and what `verify` throws
 */
export async function receiveJson<Verified>(
  request: FastifyRequest,
  _environment: Environment,
  verify: Verify<Verified>,
): Promise<Received<Verified>> {
  try {
    return { verified: await verify(() => readJson(request)) };
  } catch (error) {
    await drain(request.raw);
    throw error;
  }
}

async function readJson({ raw }: Pick<FastifyRequest, 'raw'>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of boundedBody(raw, requestLimits)) parts.push(part);
  } catch (error) {
    throw error instanceof BodyRefused && error.status === 413
      ? refused('tooLarge', `The body has more than ${requestLimits.bytes} bytes.`)
      : refused('form', 'The body ended early, or came too slowly. Send it again.');
  }
  return Buffer.concat(parts);
}

/**
 * Reads a release from a multipart body: the field `request`, then each file as a part named by its path. The rest of a
 * refused body isn't kept.
 * @param verify gets what reads the bytes of `request`, and ends before any file is read
 * @throws ReleaseRefused, and what `verify` throws
 */
export async function receiveParts<Verified>(
  request: FastifyRequest,
  environment: Environment,
  verify: Verify<Verified>,
): Promise<Received<Verified>> {
  const late = () => {
    const { UPLOAD_SILENCE_LIMIT_MS: silence, UPLOAD_TIME_LIMIT_MS: total } = environment;
    const limits = `within ${total / 1000} s, and bring ${LEAST_BYTES} bytes in each ${silence / 1000} s`;
    return refused('form', `The request came too slowly: it has to end ${limits}. Send it again.`);
  };
  const limits = { environment, bytes: MOST_BYTES, tooLarge, late, leastBytes: LEAST_BYTES };
  return readWatched(request, limits, () => readParts(request, verify)).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

async function readParts<Verified>(request: FastifyRequest, verify: Verify<Verified>): Promise<Received<Verified>> {
  const parts = request.parts();
  const verified = await verify(async () => requestOf((await parts.next()).value));
  const sent: SentFile[] = [];
  let bytes = 0;
  for await (const part of parts) {
    if (part.type !== 'file') {
      const name = JSON.stringify(part.fieldname.slice(0, MAX_PATH));
      throw refused('form', `${name} came as a field. Send each file as a part with a file name.`);
    }
    requireName(part);
    const content = await part.toBuffer();
    bytes += content.length;
    if (bytes > releaseLimits.bytes) throw tooLarge();
    sent.push([part.fieldname, content]);
  }
  return { verified, sent };
}

/** The parser gives a part without a name as well. */
function requireName({ fieldname }: { fieldname?: string }): void {
  if (!fieldname) throw refused('form', 'A part has no name. Name each file by its path in the release.');
}

function requestOf(part: Multipart | undefined): Buffer {
  if (part === undefined) throw refused('form', `The request has no field "${REQUEST_FIELD}".`);
  const { type, fieldname } = part;
  if (type !== 'field' || fieldname !== REQUEST_FIELD || typeof part.value !== 'string' || part.valueTruncated) {
    const most = `a JSON text of at most ${requestLimits.bytes} bytes`;
    throw refused('form', `The field "${REQUEST_FIELD}", ${most}, has to come before the files.`);
  }
  return Buffer.from(part.value);
}

const refused = (kind: ReleaseProblem['kind'], text: string) => new ReleaseRefused([{ kind, text }]);

const tooLarge = () =>
  refused(
    'tooLarge',
    `A release has at most ${releaseLimits.bytes} bytes in all, uncompressed. Leave out what no page needs.`,
  );

const tooMany = refused('tooLarge', `A release has at most ${releaseLimits.files} files.`);
const refusalOfCode: Readonly<Record<string, ReleaseRefused>> = {
  FST_FILES_LIMIT: tooMany,
  FST_PARTS_LIMIT: tooMany,
  FST_FIELDS_LIMIT: refused('form', `"${REQUEST_FIELD}" is the only field. Send each file as a part with a file name.`),
  FST_PROTO_VIOLATION: refused('form', 'A part has a name that no file may have.'),
};

/** Maps the multipart parser's errors only. */
function asRefusal(error: unknown): unknown {
  if (error instanceof ReleaseRefused || !(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  const broken = 'The request ended early, or is no multipart body. Send it again.';
  return refusalOfCode[code] ?? (isOfBrokenBody(error) ? refused('form', broken) : error);
}
