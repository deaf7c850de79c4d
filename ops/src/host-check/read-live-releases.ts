import {
  compatibility,
  isRecord,
  readRegistry,
  type RegistryEntry,
  registryEntrySchema,
  type RuntimeSettings,
  runtimeSettingsSchema,
  SETTINGS_ELEMENT_ID,
} from '@fridge/shared-contracts/page';
import { contractText } from '@fridge/shared-contracts';
import { parseJson } from '@fridge/server/storage/text';
import * as v from 'valibot';

const ASK_LIMIT_MS = 15_000;

/** `now`: what pages of the site get today, if that is another. */
export type LiveRelease = { name: string; share: 'stable' | 'canary'; entry: RegistryEntry; now: string | null };

/** `without`: remotes that pages of this host couldn't open, and why. */
export type LiveSite = {
  settings: RuntimeSettings;
  releases: readonly LiveRelease[];
  without: readonly { name: string; why: string }[];
};

/**
 * What a site would give to pages of this host, by its public addresses: nothing is changed there.
 * @throws with what to do, when it can't be read
 */
export async function readLiveSite(site: string): Promise<LiveSite> {
  const page = await ask(site, '/default'); // alone: it tells whether this is a site
  const [forThisHost, today, discovery] = await Promise.all([
    ask(site, `/remotes.json?contract=${contractText}`),
    ask(site, '/remotes.json'),
    ask(site, '/discovery.json').catch(() => null),
  ]);
  const registry = readRegistry(parseJson(forThisHost));
  if (registry === null) throw new Error(`${site}/remotes.json isn't a registry.`);
  const present = readRegistry(parseJson(today))?.registry.remotes ?? {};
  const stable = Object.entries(registry.registry.remotes).map(([name, entry]): LiveRelease => {
    const now = present[name]?.version ?? null;
    return { name, share: 'stable', entry, now: now === entry.version ? null : now };
  });
  const canaries = await Promise.all(canariesOf(discovery, stable).map(readCanary));
  const releases = [...stable, ...canaries.flatMap((canary) => canary ?? [])];
  const unfit = releases.filter((release) => release.share === 'stable' && !fits(release));
  return {
    settings: readSettings(site, page),
    releases: releases.filter(fits),
    without: [
      ...unfit.map(({ name, entry }) => ({
        name,
        why: `none of its releases fits: ${entry.version} is for ${entry.contract}`,
      })),
      ...registry.leftOut.map(({ name }) => ({ name, why: "pages can't open it: see ops status there" })),
    ],
  };
}

const fits = ({ entry }: LiveRelease): boolean => compatibility(entry.contract) === 'fits';

async function ask(site: string, path: string): Promise<string> {
  const answer = await fetch(`${site}${path}`, { signal: AbortSignal.timeout(ASK_LIMIT_MS) }).catch(
    (cause: unknown) => {
      throw new Error(`${site}${path} doesn't answer.`, { cause });
    },
  );
  if (answer.ok) return answer.text();
  throw new Error(`${site}${path} answers with HTTP ${answer.status}.`);
}

function readSettings(site: string, page: string): RuntimeSettings {
  const block = new RegExp(`id="${SETTINGS_ELEMENT_ID}"[^>]*>([\\s\\S]*?)</script>`).exec(page)?.[1] ?? '';
  const read = v.safeParse(runtimeSettingsSchema, parseJson(block));
  if (read.success) return read.output;
  const fields = read.issues.map((issue) => v.getDotPath(issue) ?? 'all of them').join(', ');
  throw new Error(`${site} has a page without settings that this host can read: ${fields}.`);
}

const discoverySchema = v.object({
  microFrontends: v.record(
    v.string(),
    v.array(v.object({ url: v.pipe(v.string(), v.url()), metadata: v.object({ version: v.string() }) })),
  ),
});

type Canary = { stable: LiveRelease; url: string; version: string };

/** Releases that the site names beside the stable ones (Frontend Discovery). */
function canariesOf(discovery: string | null, stable: readonly LiveRelease[]): Canary[] {
  const read = v.safeParse(discoverySchema, parseJson(discovery ?? ''));
  if (!read.success) return [];
  return stable.flatMap((release) => {
    const named = read.output.microFrontends[release.name] ?? [];
    const known = new Set([release.entry.version, release.now]);
    const others = named.filter(({ metadata }) => !known.has(metadata.version));
    return others.map(({ url, metadata }) => ({ stable: release, url, version: metadata.version }));
  });
}

/** @returns `null` for one whose description can't be read: publishing has read it */
async function readCanary({ stable: { name, entry }, url, version }: Canary): Promise<LiveRelease | null> {
  const signal = AbortSignal.timeout(ASK_LIMIT_MS);
  const text = await fetch(new URL('release.json', url), { signal }).then(
    (answer) => answer.text(),
    () => '',
  );
  const described = parseJson(text);
  if (!isRecord(described)) return null;
  const read = v.safeParse(registryEntrySchema, { ...described, enabled: entry.enabled, version, entry: url });
  return read.success ? { name, share: 'canary', entry: read.output, now: null } : null;
}
