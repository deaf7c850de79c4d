import { isDeepStrictEqual } from 'node:util';
import { switchStateOf } from '@fridge/shared-contracts/page';
import { desc, eq } from 'drizzle-orm';
import { canaryWords } from '../releases/canary-words.ts';
import { listVersions } from '../configuration/versions.ts';
import type { Queries } from '../database/database.ts';
import type { CommandHandler } from '../operator/protocol.ts';
import {
  type Canary,
  decidedOf,
  emptyRegistry,
  LATEST,
  type RegistryDocument,
  type RemoteDecision,
  storedDocument,
} from './registry-document.ts';
import { promotions } from './tables.ts';

type RemoteChange = { name: string; change: string };

/** What a change of the document means for each remote, in words. */
function remoteChanges(before: RegistryDocument, after: RegistryDocument): RemoteChange[] {
  const names = new Set([...Object.keys(before.remotes), ...Object.keys(after.remotes)]);
  return [...names].flatMap((name) =>
    changesOf(decidedOf(name, before), decidedOf(name, after)).map((change) => ({ name, change })),
  );
}

function changesOf(before: RemoteDecision | null, after: RemoteDecision | null): string[] {
  if (after === null) return ['removed'];
  const [now, then] = [wordsOf(after), before && wordsOf(before)];
  const canary = canaryChange(before?.canary, after.canary);
  if (then === null) return [`added, ${now.switch}${after.release === LATEST ? '' : `, ${now.release}`}`, ...canary];
  return [
    ...(now.switch === then.switch ? [] : [now.switch]),
    ...(now.release === then.release ? [] : [now.release]),
    ...canary,
  ];
}

const wordsOf = ({ release, ...decision }: RemoteDecision) => ({
  switch: switchStateOf(decision),
  release: release === LATEST ? 'no pin' : `pinned to ${release}`,
});

function canaryChange(before: Canary | undefined, after: Canary | undefined): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (after === undefined) return before === undefined ? [] : [`canary ended, ${canaryWords(before)}`];
  if (before?.release !== after.release) return [`canary ${canaryWords(after)}`];
  return [`canary ${canaryWords(after)} (before: ${canaryWords(before)})`];
}

const promotionWords = { publish: 'published', promote: 'promoted', rollback: 'rolled back to' } as const;

/** Versions of the document that are read besides: some change nothing of this remote. */
const VERSIONS_READ = 500;

/** Merges the document's versions and the promotions. */
export const registryHistory: CommandHandler<'registry.history'> = async ({ name, limit }, services) => {
  const { queries, configuration } = services;
  const versions = await configuration.history('registry', { limit: VERSIONS_READ + 1 });
  const documents = versions.map(storedDocument);
  const decided = versions.slice(0, VERSIONS_READ).flatMap((version, index) => {
    const [after = emptyRegistry, before = emptyRegistry] = documents.slice(index);
    return remoteChanges(before, after).map((change) => ({ ...version, ...change }));
  });
  const promoted = await queries
    .select()
    .from(promotions)
    .where(name === undefined ? undefined : eq(promotions.name, name))
    .orderBy(desc(promotions.id))
    .limit(limit);
  const rows = [
    ...decided,
    ...promoted.map(({ kind, version, ...row }) => ({ ...row, change: `${promotionWords[kind]} ${version}` })),
  ];
  return rows
    .filter((row) => name === undefined || row.name === name)
    .toSorted((left, right) => right.changedAt.getTime() - left.changedAt.getTime())
    .slice(0, limit)
    .map(({ name: remote, change, changedBy, why, way, changedAt }) => {
      return { name: remote, change, by: changedBy, why, way, at: changedAt };
    });
};

/** Who pinned a remote to the release that it has; `null` if the change is too long ago, or it has no pin. */
export async function pinnedBy(queries: Queries, name: string): Promise<string | null> {
  const versions = await listVersions(queries, 'registry', { limit: VERSIONS_READ });
  const releases = versions.map((version) => decidedOf(name, storedDocument(version))?.release ?? LATEST);
  const before = releases.findIndex((release) => release !== releases[0]);
  if (before < 1 || releases[0] === LATEST) return null;
  return versions[before - 1]?.changedBy ?? null;
}
