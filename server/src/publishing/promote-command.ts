import { contractVersion } from '@fridge/shared-contracts/host';
import { documentText } from '../configuration/documents.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import { type CommandHandler, CommandRefused, type OperatorData } from '../operator/protocol.ts';
import { decisionOf } from '../registry/listed-remote.ts';
import { endedByPromotion } from '../canaries/plan-canary.ts';
import { promotionProblems } from './promotion-problems.ts';
import { listRemote } from './publish.ts';
import { decidedOf, LATEST, registryDocumentSchema } from '../registry/registry-document.ts';
import {
  insertPromotion,
  listReleases,
  readPromotions,
  readStoredRelease,
  tellReleases,
} from '../registry/releases.ts';
import { releaseOf } from '../registry/resolve-registry.ts';

/** Gives pages a release that was published before: the canary's, or the one that is named. */
export const promoteRelease: CommandHandler<'registry.promote'> = async ({ name, release, by, why }, services) => {
  const { configuration, clock, registry, settings } = services;
  let done: OperatorData<'registry.promote'> | undefined;
  await configuration.change('registry', { by, why, way: 'command' }, async (current, transaction) => {
    const before = documentOf(registryDocumentSchema, current);
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
    const { release: described, problems } = await promotionProblems(stored, before, transaction, settings.current());
    if (described === null || problems.length > 0)
      throw new CommandRefused(
        `${name} ${version} can't be promoted: ${problems.map(({ text }) => text).join('\n  ')}`,
      );
    const promotions = await readPromotions(transaction, name);
    const promoted = promotions.at(-1)?.version !== version;
    const promotion = { name, version, kind: 'promote', contract: described.contract } as const;
    if (promoted) {
      await insertPromotion(transaction, promotion, { by, why, way: 'command' }, clock.real());
      await tellReleases(transaction);
    }
    const listed = listRemote(before, name);
    const after = endedByPromotion(listed, name, version);
    const decision = decisionOf(name, after);
    done = {
      name,
      version,
      contract: described.contract,
      from: releaseOf(name, decision, promotions, contractVersion),
      promoted,
      inForce: releaseOf(name, decision, promoted ? [...promotions, promotion] : promotions, contractVersion),
      pinned: decision.release !== LATEST,
      ended: after === listed ? null : canary,
    };
    return after === before ? current.document : documentText(after);
  });
  await registry.refresh();
  if (done === undefined) throw new Error('Nothing was promoted.');
  return done;
};
