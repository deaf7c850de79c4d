import { eq, and } from 'drizzle-orm';
import { changeRegistry } from '../registry/change-registry.ts';
import { decidedOf } from '../registry/registry-document.ts';
import { readRecords, readStoredRelease, tellReleases } from '../registry/releases.ts';
import { routedInAll } from '../registry/resolve-registry.ts';
import { releases } from '../registry/tables.ts';
import type { CommandHandler } from '../operator/protocol.ts';
import { recordAction } from '../operator/actions.ts';
import { ReleaseRefused } from './release-refused.ts';

/**
 * Takes a release out of use, to make room: pages can't get it until its team publishes the same build again. Its files
 * go after `UNUSED_FOR_MS`, since pages may have it open.
 */
export const removeRelease: CommandHandler<'releases.remove'> = async (
  { name, release: version, by, why },
  services,
) => {
  const author = { by, why, way: 'command' } as const;
  const refuse = (text: string) => new ReleaseRefused([{ kind: 'noRelease', text }], { about: { name, version } });
  const removedAt = new Date(services.clock.real());
  await changeRegistry(services, author, async (document, transaction) => {
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
    await recordAction(
      transaction,
      { action: 'removeRelease', subject: `${name} ${version}`, ...author },
      removedAt.getTime(),
    );
    await tellReleases(transaction);
    return { document };
  });
  return { name, version, removedAt };
};
