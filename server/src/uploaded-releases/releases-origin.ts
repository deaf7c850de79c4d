import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { acceptedEncoding } from '../host-origin/content.ts';
import { sendStored } from '../host-origin/send-stored.ts';
import { createOrigin, type OriginHandler, readableAnywhere } from '../host-origin/serve-origin.ts';
import { connectionLimitsOf, limitConnections } from '../http/connections.ts';
import { health } from '../http/health.ts';
import type { Services } from '../services.ts';
import { knownReleases } from './known-releases.ts';
import { objectCache } from './object-cache.ts';
import { objectOf } from './stored-file.ts';

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

function uploadedFiles({ queries, releaseStorage }: Pick<Services, 'queries' | 'releaseStorage'>): OriginHandler {
  const releases = knownReleases(queries);
  const cached = objectCache();
  const read = (name: string) =>
    cached(name, async () => {
      const stored = await releaseStorage.read(name);
      return stored && buffer(stored.content);
    });
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
      if (content !== null) return sendStored(request, reply, { ...file, encoding, content });
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
