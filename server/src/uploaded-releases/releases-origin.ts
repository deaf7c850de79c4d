import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type ContentEncoding, namesTag } from '../host-origin/content.ts';
import {
  contentTypeOf,
  createOrigin,
  IMMUTABLE,
  type OriginHandler,
  readableAnywhere,
} from '../host-origin/serve-origin.ts';
import { connectionLimitsOf, limitConnections } from '../http/connections.ts';
import { health } from '../http/health.ts';
import type { Services } from '../services.ts';
import { byteRange } from './byte-range.ts';
import { knownReleases } from './known-releases.ts';
import { cachedObjects } from './object-cache.ts';
import { objectOf, type StoredFile } from './stored-file.ts';

/**
 * Pages of the host may take the files; as a page of their own they run nothing, and have no origin. An SVG keeps its own
 * styles and pictures.
 */
const headers = {
  ...readableAnywhere,
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'; sandbox",
} as const;

/** Releases that teams uploaded, below `/<name>/<version>/`, and nothing else. */
export async function createReleasesOrigin(services: Services): Promise<FastifyInstance> {
  const origin = createOrigin([uploadedFiles(services)], { headers, log: services.log });
  limitConnections(origin.server, connectionLimitsOf(services.environment));
  await origin.register(health, services);
  return origin;
}

export function uploadedFiles({
  queries,
  releaseStorage,
}: Pick<Services, 'queries' | 'releaseStorage'>): OriginHandler {
  const releases = knownReleases(queries);
  const read = cachedObjects(releaseStorage);
  return async (request, reply, path) => {
    const asked = askedFile(path);
    if (asked === null) return false;
    const accepted = acceptedEncoding(request.headers['accept-encoding']);
    // Again if its files are others meanwhile: the sweep removed them, and the team sent them anew.
    for (const attempt of ['first', 'again']) {
      const file = await releases.find(asked.name, asked.version, asked.file);
      if (file === null) return false;
      const isWhole = request.headers.range === undefined;
      const encoding = isWhole && accepted !== null && file.encodings.includes(accepted) ? accepted : null;
      const content = await read(objectOf(file, encoding));
      if (content !== null) return sendStored(request, reply, { file, encoding, content });
      if (attempt === 'first') releases.forget(asked.name, asked.version);
    }
    return false;
  };
}

function askedFile(path: string) {
  const [, name, version, file] = /^\/([^/]+)\/([^/]+)\/(.+)$/.exec(decoded(path)) ?? [];
  return name === undefined || version === undefined || file === undefined ? null : { name, version, file };
}

/** A version's `+` may come as `%2B`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

type Sent = { file: StoredFile; encoding: ContentEncoding | null; content: Buffer };

function sendStored({ headers: asked }: FastifyRequest, reply: FastifyReply, { file, encoding, content }: Sent): true {
  const etag = `"${file.integrity.slice('sha384-'.length, 40)}${encoding === null ? '' : `-${encoding}`}"`;
  reply.headers({ 'cache-control': IMMUTABLE, vary: 'accept-encoding', etag, 'accept-ranges': 'bytes' });
  if (namesTag(asked['if-none-match'] ?? '', etag)) {
    reply.code(304).send();
    return true;
  }
  reply.header('content-type', contentTypeOf(file.file));
  if (encoding !== null) reply.header('content-encoding', encoding);
  const isUnchanged = asked['if-range'] === undefined || asked['if-range'] === etag;
  const range = isUnchanged ? byteRange(asked.range, content.length) : null;
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${content.length}`).send();
  } else if (range !== null) {
    const { start, end } = range;
    reply.code(206).header('content-range', `bytes ${start}-${end}/${content.length}`);
    reply.send(content.subarray(start, end + 1));
  } else {
    reply.send(content);
  }
  return true;
}
