import { readCanaryState } from '../canaries/canary-state.ts';
import { withoutCanaryOf } from '../canaries/plan-canary.ts';
import { documentText } from '../configuration/documents.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import { decisionOf } from '../registry/listed-remote.ts';
import { registryDocumentSchema } from '../registry/registry-document.ts';
import { insertPromotion, readPromotions, tellReleases } from '../registry/releases.ts';
import { requireOwnRoutes } from '../registry/require-own-routes.ts';
import { removedProblem } from '../uploaded-releases/uploaded-rows.ts';
import { planRollBack, type RollBack } from './plan-roll-back.ts';

/** A row of its own, which holds until the next promotion. */
export const rollBack: CommandHandler<'registry.rollback'> = async ({ name, by, why }, services) => {
  let done: RollBack | undefined;
  await services.configuration.change('registry', { by, why, way: 'command' }, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    const decision = decisionOf(name, document);
    const canary = await readCanaryState(transaction, name, current);
    const plan = planRollBack(name, decision, await readPromotions(transaction, name), canary);
    if ('refused' in plan) throw new CommandRefused(plan.refused.text);
    done = plan;
    const after = plan.ended === null ? document : withoutCanaryOf(name, document);
    if (!plan.promotes) return documentText(after);
    const removed = await removedProblem(transaction, { name, version: plan.to });
    if (removed !== null) throw new CommandRefused(`${removed}.`);
    const promotion = { name, version: plan.to, kind: 'rollback' } as const;
    await insertPromotion(transaction, promotion, { by, why, way: 'command' }, services.clock.real());
    await requireOwnRoutes(name, after, transaction);
    await tellReleases(transaction);
    return after === document ? current.document : documentText(after);
  });
  await services.registry.refresh();
  if (done === undefined) throw new Error('Nothing was rolled back.');
  return done;
};
