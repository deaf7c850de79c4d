import { documentText } from '../configuration/documents.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import { decisionOf, listed, readRegistry } from '../registry/listed-remote.ts';
import { planCanaryEnd } from './plan-canary.ts';
import { type Canary, registryDocumentSchema } from '../registry/registry-document.ts';
import { startCanary } from './start-canary.ts';

export const setCanary: CommandHandler<'registry.canary'> = async ({ name, canary, by, why }, services) => {
  const { configuration, registry, settings } = services;
  await configuration.change('registry', { by, why, way: 'command' }, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    decisionOf(name, document);
    const started = await startCanary({ name, canary, way: 'command' }, document, transaction, settings.current());
    if (started.refused !== undefined) throw new CommandRefused(started.refused.map(({ text }) => text).join('\n  '));
    return started.document === document ? current.document : documentText(started.document);
  });
  await registry.refresh();
  return listed(name, await readRegistry(services));
};

export const endCanary: CommandHandler<'registry.endCanary'> = async ({ name, by, why }, services) => {
  let ended: Canary | undefined;
  await services.configuration.change('registry', { by, why, way: 'command' }, (current) => {
    const document = documentOf(registryDocumentSchema, current);
    decisionOf(name, document);
    const plan = planCanaryEnd(name, document);
    if (plan.refused !== undefined) throw new CommandRefused(plan.refused.text);
    ended = plan.ended;
    return documentText(plan.document);
  });
  await services.registry.refresh();
  if (ended === undefined) throw new Error('No canary was ended.');
  return { ...listed(name, await readRegistry(services)), ended };
};
