import { SWITCHES_PATH } from '@fridge/shared-contracts/page';
import type { ServedRegistry } from '../registry/served-registry.ts';
import { sendContent } from './content.ts';
import { type OriginHandler, readableAnywhere } from './serve-origin.ts';

/** What a proxy keeps of the switches, with its lock: however many pages poll, few requests arrive here. */
const SWITCHES_CACHE = 'public, max-age=3';

/** The same for everybody, unlike `/remotes.json`: the switches, and the registry for other programs. */
export function sharedDocuments({ discovery, switches }: Partial<ServedRegistry>): OriginHandler {
  const documents = new Map([
    ['/discovery.json', { content: discovery, cacheControl: 'no-cache' }],
    [SWITCHES_PATH, { content: switches, cacheControl: SWITCHES_CACHE }],
  ]);
  return async (request, reply, path) => {
    const { content, cacheControl } = documents.get(path) ?? {};
    if (content === undefined) return false;
    reply.headers({
      ...readableAnywhere,
      'access-control-expose-headers': 'etag',
      'content-type': 'application/json; charset=utf-8',
    });
    await sendContent(request, reply, content(), cacheControl);
    return true;
  };
}
