import { MAP_HASH_LENGTH, MAPS_PER_REQUEST } from '@fridge/shared-contracts/page';
import { recentlyUsed } from '../recently-used.ts';
import { servedContracts } from '../registry/host-contract.ts';
import type { RegistrySource, ServedContent } from '../registry/served-registry.ts';
import { sharedRun } from '../shared-run.ts';
import { withinTime } from '../within-time.ts';
import { contentOf, type Content, sendContent } from './content.ts';
import { releaseMaps } from './integrity-maps.ts';
import { IMMUTABLE, type OriginHandler } from './serve-origin.ts';

const HASH = `[0-9a-f]{${MAP_HASH_LENGTH}}`;
/** Pages of former hosts name the remote and its version, too. */
const PATH = new RegExp(
  `^/integrity/(?:[\\w.+%-]{1,300}/){0,2}(${HASH}(?:-${HASH}){0,${MAPS_PER_REQUEST - 1}})\\.json$`,
);

/** Releases of each remote that pages were served with and may still open: a page learns of the next within seconds. */
const KEPT_RELEASES = 20;

/** Of several maps each; screens link to the same remotes. */
const KEPT_ANSWERS = 100;

/** Pages wait 3 s for a text. */
const LOOK_LIMIT_MS = 2_000;

/**
 * `/integrity/<hash>-<hash>.json` (`integrityPath`): the texts of releases' maps, which the page's policy names, one a
 * line. Another process may have served the page: what isn't known here yet is looked for, once for all who ask; an
 * answer that still lacks a text isn't cached.
 */
export function createIntegrityTexts({ registry, visitors, configuration }: RegistrySource) {
  const served = new WeakSet<ServedContent>();
  const texts = new Map<string, ReturnType<typeof recentlyUsed<string>>>();
  const answers = recentlyUsed<Content>(KEPT_ANSWERS);
  const look = sharedRun(async () => configuration?.look());

  const keep = (content: ServedContent): void => {
    if (served.has(content)) return;
    served.add(content);
    for (const { name, hash, text } of releaseMaps(content.registry)) {
      const kept = texts.get(name) ?? recentlyUsed<string>(KEPT_RELEASES);
      texts.set(name, kept);
      kept.getOrMake(hash, () => text);
    }
  };
  const handler: OriginHandler = async (request, reply, path) => {
    const [, asked] = PATH.exec(path) ?? [];
    if (asked === undefined) return false;
    const hashes = asked.split('-');
    const visitor = visitors?.of(request) ?? null;
    const find = () => {
      for (const contract of servedContracts) keep(registry.current({ visitor, contract }));
      return hashes.flatMap((hash) => [...texts.values()].flatMap((kept) => kept.get(hash) ?? []).slice(0, 1));
    };
    let found = find();
    if (found.length < hashes.length) {
      // The database's absence is logged by what follows it.
      await withinTime(look(), LOOK_LIMIT_MS).catch(() => undefined);
      found = find();
    }
    if (found.length === 0) return false;
    const text = found.join('\n');
    const content = answers.getOrMake(text, () => contentOf(text));
    reply.header('content-type', 'application/x-ndjson; charset=utf-8');
    await sendContent(request, reply, content, found.length === hashes.length ? IMMUTABLE : 'no-store');
    return true;
  };
  return { handler, keep };
}
