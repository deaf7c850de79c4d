import { contractVersion, SWITCHES_PATH } from '@fridge/shared-contracts/page';
import type { FastifyRequest } from 'fastify';
import {
  askedContract,
  type RegistrySource,
  type ServedRegistry,
  switchesOf,
} from '../releases/registry/served-registry.ts';
import { type Content, sendContent } from './content.ts';
import { type OriginHandler, readableAnywhere } from './serve-origin.ts';

type Document = { content: ((request: FastifyRequest) => Content) | undefined; cacheControl?: string };

/** Of a stage that has one release of each remote. */
function switchesNow(current: ServedRegistry['current'], notice: string | null): Content {
  const { registry } = current();
  return switchesOf(registry.remotes, [{ registry, canaries: {} }], notice);
}

/**
 * What the origin tells of the registry beside its pages, without user data. `/remotes.json`, for tools and for pages
 * of hosts before, depends on the visitor and on the contract that the address names; the others are the same for
 * everybody.
 * @param notice what operators say to everybody now
 */
export function registryDocuments({
  registry: { current, discovery, switches = (notice) => switchesNow(current, notice) },
  visitors,
  notice,
}: RegistrySource & { notice: () => string | null }): OriginHandler {
  const ofVisitor = (request: FastifyRequest): Content =>
    current({
      visitor: visitors?.of(request) ?? null,
      contract: askedContract(request.originalUrl) ?? contractVersion,
    });
  const documents = new Map<string, Document>([
    ['/remotes.json', { content: ofVisitor }],
    ['/discovery.json', { content: discovery, cacheControl: 'no-cache' }],
    // A proxy keeps them: however many pages poll, few requests arrive here.
    [SWITCHES_PATH, { content: () => switches(notice()), cacheControl: 'public, max-age=3' }],
  ]);
  return async (request, reply, path) => {
    const { content, cacheControl } = documents.get(path) ?? {};
    if (content === undefined) return false;
    reply.headers({
      ...readableAnywhere,
      'access-control-expose-headers': 'etag',
      'content-type': 'application/json; charset=utf-8',
    });
    await sendContent(request, reply, content(request), cacheControl);
    return true;
  };
}
