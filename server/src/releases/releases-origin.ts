import type { FastifyInstance } from 'fastify';
import { createOrigin, readableAnywhere } from '../host-origin/serve-origin.ts';
import { limitConnections } from '../edge/connections.ts';
import { health } from '../edge/health.ts';
import { storedFileHandler } from './stored-files.ts';
import type { Services } from '../program/services.ts';

/** In memory: several times what one page loads of all remotes. */
const KEPT_BYTES = 48 * 1024 * 1024;

/**
 * Pages of the host may take the files; as a page of their own they run nothing, and have no origin. An SVG keeps its
 * own styles and pictures.
 */
const headers = {
  ...readableAnywhere,
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'; sandbox",
} as const;

/** Releases that teams uploaded, below `/<name>/<version>/`, and nothing else. */
export async function createReleasesOrigin(services: Services): Promise<FastifyInstance> {
  const origin = createOrigin([storedFileHandler(services, { pathOf: askedPath, keptBytes: KEPT_BYTES })], {
    headers,
    log: services.log,
  });
  limitConnections(origin.server, services.environment);
  await origin.register(health, services);
  return origin;
}

/** Builds of the host are other origins', and source maps nobody's. */
const askedPath = (path: string): string | null =>
  /^\/(?!host\/)([^/\0]+\/[^/\0]+\/[^\0]+)(?<!\.map)$/.exec(decoded(path))?.[1] ?? null;

/** A version's `+` may come as `%2B`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
