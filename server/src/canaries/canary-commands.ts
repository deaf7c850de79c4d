import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import { decisionOf, listed, readRegistry } from '../registry/listed-remote.ts';
import { planCanaryEnd } from './plan-canary.ts';
import { startCanary } from './start-canary.ts';

export const setCanary: CommandHandler<'registry.canary'> = async ({ name, canary, by, why }, services) => {
  await changeRegistry(services, { by, why, way: 'command' }, async (document, transaction) => {
    decisionOf(name, document);
    const asked = { name, canary, way: 'command' } as const;
    const started = await startCanary(asked, document, transaction, services.settings.current());
    if (started.refused !== undefined) throw new CommandRefused(started.refused.map(({ text }) => text).join('\n  '));
    return started;
  });
  return listed(name, await readRegistry(services));
};

export const endCanary: CommandHandler<'registry.endCanary'> = async ({ name, by, why }, services) => {
  const { ended } = await changeRegistry(services, { by, why, way: 'command' }, (document) => {
    decisionOf(name, document);
    const plan = planCanaryEnd(name, document);
    if (plan.refused !== undefined) throw new CommandRefused(plan.refused.text);
    return plan;
  });
  return { ...listed(name, await readRegistry(services)), ended };
};
