import type { ServedRegistry } from '../registry/served-registry.ts';
import { sendContent } from './content.ts';
import { type OriginHandler, readableAnywhere } from './serve-origin.ts';

/** The same for everybody, unlike `/remotes.json`: it tells of stable releases and canaries alike. */
export function discoveryHandler(discovery: ServedRegistry['discovery']): OriginHandler {
  return async (request, reply, path) => {
    if (path !== '/discovery.json') return false;
    reply.headers({
      ...readableAnywhere,
      'access-control-expose-headers': 'etag',
      'content-type': 'application/json; charset=utf-8',
    });
    await sendContent(request, reply, discovery(), 'no-cache');
    return true;
  };
}
