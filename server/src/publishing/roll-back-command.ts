import { readCanaryState } from '../canaries/canary-state.ts';
import { withoutCanaryOf } from '../canaries/plan-canary.ts';
import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import { decisionOf } from '../registry/listed-remote.ts';
import { insertPromotion, readPromotions, tellReleases } from '../registry/releases.ts';
import { requireOwnRoutes } from '../registry/require-own-routes.ts';
import { removedProblem } from '../uploaded-releases/uploaded-rows.ts';
import { planRollBack } from './plan-roll-back.ts';

/** A row of its own, which holds until the next promotion. */
export const rollBack: CommandHandler<'registry.rollback'> = async ({ name, by, why }, services) => {
  const author = { by, why, way: 'command' } as const;
  const { plan } = await changeRegistry(services, author, async (before, transaction, latest) => {
    const decision = decisionOf(name, before);
    const canary = await readCanaryState(transaction, name, latest);
    const planned = planRollBack(name, decision, await readPromotions(transaction, name), canary);
    if ('refused' in planned) throw new CommandRefused(planned.refused.text);
    const document = planned.ended === null ? before : withoutCanaryOf(name, before);
    if (!planned.promotes) return { document, plan: planned };
    const removed = await removedProblem(transaction, { name, version: planned.to });
    if (removed !== null) throw new CommandRefused(`${removed}.`);
    const promotion = { name, version: planned.to, kind: 'rollback' } as const;
    await insertPromotion(transaction, promotion, author, services.clock.real());
    await requireOwnRoutes(name, document, transaction);
    await tellReleases(transaction);
    return { document, plan: planned };
  });
  return plan;
};
