import { StaleChange, type Version } from '../../documents/documents.ts';
import { documentOf } from '../../documents/fault-lines.ts';
import { ofEach } from '../../bounds/of-each.ts';
import { registryDocumentSchema } from '../registry/registry-document.ts';
import type { Services } from '../../program/services.ts';
import { endCanary } from '../change-channels.ts';
import type { Verdict } from './judge-canary.ts';
import { createLook, type Look, outcomeFields, REST, withRest } from './look-at-canary.ts';
import { readMainFault } from './read-canary-sample.ts';
import { rollBackReason } from './roll-back-reason.ts';

/** How often canaries are looked at. */
export const ROLL_BACK_EVERY_MS = 10_000;

type RollBackServices = Pick<
  Services,
  'queries' | 'configuration' | 'registry' | 'settings' | 'clock' | 'log' | 'metrics' | 'environment'
>;

/**
 * The job that takes back canaries that fail more often than the stable release (docs/operations.md, "Roll-back by
 * itself"). Any number of processes may run it: only the document that was judged is changed.
 */
export function createRollBack(services: RollBackServices, { rest = REST }: { rest?: number } = {}) {
  const look = createLook(services);
  return {
    run: withRest(rest, async () => {
      if (!services.settings.current().rollBackCanaries) return;
      const latest = services.configuration.current('registry');
      const { remotes } = documentOf(registryDocumentSchema, latest);
      await ofEach(Object.entries(remotes), async ([name, { enabled, canary }]) => {
        if (!enabled || canary === undefined) return;
        services.metrics.canaryWatched(name);
        const found = await look(name, canary.release, latest);
        if (found?.verdict.kind === 'worse') await takeBack(found, found.verdict, latest, services);
      });
    }),
  };
}

async function takeBack(
  { judged, outcomes }: Look,
  verdict: Extract<Verdict, { kind: 'worse' }>,
  latest: Version,
  services: RollBackServices,
): Promise<void> {
  const { queries, log, metrics } = services;
  const { remote, canary, stable } = judged;
  const fault = await readMainFault(queries, judged);
  const why = rollBackReason(judged, outcomes, verdict, fault);
  const actor = { by: 'roll-back', why, way: 'program', expected: latest.serial } as const;
  try {
    await endCanary({ name: remote }, actor, services);
  } catch (error) {
    if (error instanceof StaleChange) return; // the next look judges what was decided meanwhile
    throw error;
  }
  metrics.canaryTakenBack(remote);
  log.warn({
    event: 'canaryTakenBack',
    remote,
    canary,
    stable,
    ...outcomeFields(outcomes),
    phase: fault?.phase,
    reason: fault?.reason,
  });
}
