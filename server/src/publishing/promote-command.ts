import { contractVersion } from '@fridge/shared-contracts/page';
import { endedByPromotion } from '../canaries/plan-canary.ts';
import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import { decisionOf } from '../registry/listed-remote.ts';
import { decidedOf, LATEST, listRemote } from '../registry/registry-document.ts';
import {
  insertPromotion,
  listReleases,
  readPromotions,
  readStoredRelease,
  tellReleases,
} from '../registry/releases.ts';
import { releaseOf } from '../registry/resolve-registry.ts';
import { promotionProblems } from './promotion-problems.ts';

/** Gives pages a release that was published before: the canary's, or the one that is named. */
export const promoteRelease: CommandHandler<'registry.promote'> = async ({ name, release, by, why }, services) => {
  const author = { by, why, way: 'command' } as const;
  const { done } = await changeRegistry(services, author, async (before, transaction) => {
    const releases = await listReleases(transaction, name);
    if (releases.length === 0) decisionOf(name, before);
    const { canary = null } = decidedOf(name, before) ?? {};
    const version = release ?? canary?.release;
    if (version === undefined)
      throw new CommandRefused(`${name} has no canary. Name the release: promote ${name} 1.4.0`);
    const stored = await readStoredRelease(transaction, { name, version });
    if (stored === null) {
      const there = releases.slice(0, 10).map((each) => each.version);
      throw new CommandRefused(
        `${name} has no release ${version}; publish it first. There: ${there.join(', ') || 'none'}.`,
      );
    }
    const { release: described, problems } = await promotionProblems(
      stored,
      before,
      transaction,
      services.settings.current(),
    );
    if (described === null || problems.length > 0)
      throw new CommandRefused(
        `${name} ${version} can't be promoted: ${problems.map(({ text }) => text).join('\n  ')}`,
      );
    const promotions = await readPromotions(transaction, name);
    const promoted = promotions.at(-1)?.version !== version;
    const promotion = { name, version, kind: 'promote', contract: described.contract } as const;
    if (promoted) {
      await insertPromotion(transaction, promotion, author, services.clock.real());
      await tellReleases(transaction);
    }
    const listed = listRemote(before, name);
    const document = endedByPromotion(listed, name, version);
    const decision = decisionOf(name, document);
    const told = {
      name,
      version,
      contract: described.contract,
      from: releaseOf(name, decision, promotions, contractVersion),
      promoted,
      inForce: releaseOf(name, decision, promoted ? [...promotions, promotion] : promotions, contractVersion),
      pinned: decision.release !== LATEST,
      ended: document === listed ? null : canary,
    };
    return { document, done: told };
  });
  return done;
};
