import { contractVersion } from '@fridge/shared-contracts/page';
import type { Configuration } from '../configuration/configuration.ts';
import { recentlyUsed } from '../recently-used.ts';
import type { ServedContent, ServedRegistry } from '../registry/served-registry.ts';
import type { createVisitors } from '../registry/visitor.ts';
import { withinTime } from '../within-time.ts';
import { contentOf, type Content, sendContent } from './content.ts';
import { releaseMaps } from './integrity-maps.ts';
import { IMMUTABLE, type OriginHandler } from './serve-origin.ts';

const PATH = /^\/integrity\/([a-z0-9-]{1,32})\/[\w.+%-]{1,300}\/([0-9a-f]{24})\.json$/;

/** Releases of each remote that pages were served with and may still open: a page learns of the next within seconds. */
const KEPT_RELEASES = 20;

/** Pages wait 3 s for a text. */
const LOOK_LIMIT_MS = 2_000;

/** Of this program's host, and of the hosts before and after it: their pages ask this process too during a deployment. */
const servedContracts = [
  contractVersion,
  { major: contractVersion.major - 1, minor: Number.MAX_SAFE_INTEGER },
  { major: contractVersion.major + 1, minor: Number.MAX_SAFE_INTEGER },
];

/**
 * `/integrity/<remote>/<version>/<hash>.json` (`integrityPath`): the text of a release's map, which the page's policy
 * names. Another process may have served the page: what isn't known here yet is looked for, once for all who ask.
 */
export function createIntegrityTexts({
  registry,
  visitors,
  configuration,
}: {
  registry: Pick<ServedRegistry, 'current'>;
  visitors?: Pick<ReturnType<typeof createVisitors>, 'of'> | undefined;
  configuration?: Pick<Configuration, 'look'> | undefined;
}) {
  const served = new WeakSet<ServedContent>();
  const texts = new Map<string, ReturnType<typeof recentlyUsed<Content>>>();
  let looking: Promise<void> | null = null;

  const keep = (content: ServedContent): void => {
    if (served.has(content)) return;
    served.add(content);
    for (const { name, hash, text } of releaseMaps(content.registry)) {
      const kept = texts.get(name) ?? recentlyUsed<Content>(KEPT_RELEASES);
      texts.set(name, kept);
      kept.getOrMake(hash, () => contentOf(text));
    }
  };
  /** Never rejects: the database's absence is logged by what follows it. */
  const look = async (): Promise<void> => {
    if (configuration === undefined) return;
    looking ??= configuration.look().finally(() => (looking = null));
    await withinTime(looking, LOOK_LIMIT_MS).catch(() => undefined);
  };
  const handler: OriginHandler = async (request, reply, path) => {
    const [, name, hash] = PATH.exec(path) ?? [];
    if (name === undefined || hash === undefined) return false;
    const visitor = visitors?.of(request) ?? null;
    const find = () => {
      for (const contract of servedContracts) keep(registry.current({ visitor, contract }));
      return texts.get(name)?.get(hash);
    };
    const content = find() ?? (await look().then(find));
    if (content === undefined) return false;
    reply.header('content-type', 'application/json; charset=utf-8');
    await sendContent(request, reply, content, IMMUTABLE);
    return true;
  };
  return { handler, keep };
}
