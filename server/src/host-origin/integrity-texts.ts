import { MAP_HASH_LENGTH, MAPS_PER_REQUEST } from '@fridge/shared-contracts/page';
import { recentlyUsed } from '../bounds/recently-used.ts';
import { type RegistrySource, type ServedContent, servedContracts } from '../releases/registry/served-registry.ts';
import { sharedRun } from '../bounds/shared-run.ts';
import { withinTime } from '../bounds/within-time.ts';
import { keptContents, sendContent } from './content.ts';
import { releaseMaps, textOfRelease } from './integrity-maps.ts';
import { IMMUTABLE, type OriginHandler } from './serve-origin.ts';

const HASH = `[0-9a-f]{${MAP_HASH_LENGTH}}`;
const PATH = new RegExp(`^/integrity/(${HASH}(?:-${HASH}){0,${MAPS_PER_REQUEST - 1}})\\.json$`);

/**
 * Of releases that pages were served with and may still open: hundreds. Those of the present registry are the last to
 * go.
 */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

/** Pages wait 3 s for a text. */
const LOOK_LIMIT_MS = 2_000;

/**
 * `/integrity/<hash>-<hash>.json` (`integrityPath`): the texts of releases, whose maps the page's policy names, one a
 * line. Another process may have served the page: what isn't known here yet is looked for, once for all who ask; an
 * answer that still lacks a text isn't cached.
 */
export function createIntegrityTexts({ registry, visitors, configuration }: RegistrySource) {
  const served = new WeakSet<ServedContent>();
  const texts = recentlyUsed<string>(KEPT_CHARACTERS, (text) => text.length);
  const kept = keptContents(KEPT_CHARACTERS);
  const look = sharedRun(async () => configuration?.look());

  const keep = (content: ServedContent): void => {
    if (served.has(content)) return;
    served.add(content);
    for (const { hash, release, ...map } of releaseMaps(content.registry)) {
      texts.getOrMake(hash, () => textOfRelease(release, map));
    }
  };
  const handler: OriginHandler = async (request, reply, path) => {
    const [, asked] = PATH.exec(path) ?? [];
    if (asked === undefined) return false;
    const hashes = asked.split('-');
    const visitor = visitors?.of(request) ?? null;
    const find = () => {
      for (const contract of servedContracts) keep(registry.current({ visitor, contract }));
      return hashes.flatMap((hash) => texts.get(hash) ?? []);
    };
    let found = find();
    if (found.length < hashes.length) {
      // The database's absence is logged by what follows it.
      await withinTime(look(), LOOK_LIMIT_MS).catch(() => undefined);
      found = find();
    }
    if (found.length === 0) return false;
    reply.header('content-type', 'application/x-ndjson; charset=utf-8');
    await sendContent(request, reply, kept(found.join('\n')), found.length === hashes.length ? IMMUTABLE : 'no-store');
    return true;
  };
  return { handler, keep };
}
