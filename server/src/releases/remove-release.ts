import { eq, and } from 'drizzle-orm';
import { changeRegistry } from './registry/change-registry.ts';
import { decidedOf } from './registry/registry-document.ts';
import { tellFollowers } from '../documents/follow-database.ts';
import { readRecords, readStoredRelease } from './registry/releases.ts';
import { routedInAll } from './registry/resolve-registry.ts';
import { releases } from './registry/tables.ts';
import type { Context } from '../commands/table.ts';
import { record } from '../history/events.ts';
import { ReleaseRefused } from './release-refused.ts';

/**
 * Takes a release out of use, to make room: pages can't get it until its team publishes the same build again. Its files
 * go after `UNUSED_FOR_MS`, since pages may have it open.
 */
export async function removeRelease({ name, release: version }: { name: string; release: string }, context: Context) {
  const refuse = (text: string) => new ReleaseRefused([{ kind: 'noRelease', text }], { about: { name, version } });
  const removedAt = new Date(context.clock.real());
  await changeRegistry(context, context, async (document, transaction) => {
    const stored = await readStoredRelease(transaction, { name, version });
    if (stored === null) throw refuse(`${name} has no release ${version}.`);
    if (stored.removedAt !== null) throw refuse(`${name} ${version} was removed already.`);
    const { release, canary } = decidedOf(name, document) ?? {};
    const given = routedInAll(document, await readRecords(transaction, document));
    const inForce = [
      release,
      canary?.release,
      ...given.map(([of, entry]) => (of === name ? entry.version : undefined)),
    ];
    if (inForce.includes(version))
      throw refuse(
        `${name} ${version} is in force: pages get it, of this host or of another contract. Give them another one first.`,
      );
    await transaction
      .update(releases)
      .set({ removedAt })
      .where(and(eq(releases.name, name), eq(releases.version, version)));
    const changes = [{ path: `removed ${version}`, after: true }];
    await record(transaction, { ...context, expected: undefined }, context.clock, { about: [name], changes });
    await tellFollowers(transaction);
    return { document };
  });
  return { name, version, removedAt };
}
