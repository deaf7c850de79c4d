import { contractVersion } from '@fridge/shared-contracts/page';
import { StaleChange } from '../../documents/documents.ts';
import { documentOf } from '../../documents/fault-lines.ts';
import { ofEach } from '../../bounds/of-each.ts';
import { type RegistryDocument, registryDocumentSchema } from '../registry/registry-document.ts';
import { readRecords } from '../registry/releases.ts';
import { resolveRegistry } from '../registry/resolve-registry.ts';
import { promoteRelease, setCanary } from '../change-channels.ts';
import { type ReleaseProblem, ReleaseRefused } from '../release-refused.ts';
import type { Services } from '../../program/services.ts';
import { type CanaryStep, planStep } from './plan-step.ts';
import { type HeldDecision, readHeld } from './read-held.ts';
import { createLook, outcomeFields, REST, withRest } from './look-at-canary.ts';

/** A step is at most this late. */
export const TIMETABLE_EVERY_MS = 15_000;

type GrowServices = Pick<
  Services,
  'queries' | 'configuration' | 'registry' | 'settings' | 'clock' | 'log' | 'metrics' | 'environment'
>;
type Due = { name: string; held: HeldDecision; step: CanaryStep };

const BY_TIMETABLE = { by: 'timetable', way: 'program' } as const;

/**
 * The job that lets canaries with a timetable grow, once it is shown that they aren't worse than the stable release.
 * Any number of processes may run it: a step counts only from the document that it was made from, and its own version
 * begins the next interval.
 */
export function createTimetable(services: GrowServices, { rest = REST }: { rest?: number } = {}) {
  const { queries, configuration, log, metrics } = services;
  const heldMsOf = createHolding();
  const look = createLook(services);
  const told = new Map<string, string>();

  /** Once for each decision. */
  const tell = ({ name, held: { serial, decision }, step }: Due, event: string, why: object) => {
    metrics.canaryHeld(name, step.dueForMs);
    if (told.get(name) === `${serial} ${event}`) return;
    told.set(name, `${serial} ${event}`);
    const { release, percent } = decision.canary ?? {};
    log.warn({ event, remote: name, release, percent, ...why });
  };

  const grow = async (name: string): Promise<void> => {
    const held = await readHeld(queries, name);
    const canary = held?.decision.canary;
    if (held === null || canary === undefined) return;
    const step = planStep(canary, heldMsOf(name, held));
    if (step === null || !(await isGiven(name, services))) return metrics.canaryHeld(name, 0);
    const due = { name, held, step };
    // At 0 % nobody has had it.
    if (canary.percent > 0) {
      const found = await look(name, canary.release, configuration.current('registry'));
      if (found === null) return;
      const { verdict, outcomes } = found;
      if (verdict.kind !== 'notWorse') {
        const because = verdict.kind === 'worse' ? 'worse' : verdict.because;
        return tell(due, 'canaryHeld', { because, ...outcomeFields(outcomes) });
      }
    }
    const problems = await takeStep(due, services);
    if (problems.length > 0) tell(due, 'canaryNotPromoted', { problems: problems.map(({ text }) => text) });
    else metrics.canaryHeld(name, 0);
  };

  return {
    run: withRest(rest, async () => {
      metrics.noCanaryHeld();
      await ofEach(growingIn(documentOf(registryDocumentSchema, configuration.current('registry'))), grow);
    }),
  };
}

const growingIn = ({ remotes }: RegistryDocument): string[] =>
  Object.entries(remotes).flatMap(([name, { canary }]) => (canary?.steps === undefined ? [] : [name]));

/**
 * If the database's clock was set back, the beginning may be in its future: then the time that this process has seen
 * counts.
 */
function createHolding() {
  const seen = new Map<string, { serial: number; at: number }>();
  return (name: string, { serial, heldMs }: HeldDecision): number => {
    const known = seen.get(name);
    const since = known?.serial === serial ? known : { serial, at: performance.now() };
    seen.set(name, since);
    return heldMs < 0 ? performance.now() - since.at : heldMs;
  };
}

/** Whether visitors get it: a canary that is off or gives way doesn't grow. */
async function isGiven(name: string, { queries, configuration }: GrowServices): Promise<boolean> {
  const document = documentOf(registryDocumentSchema, configuration.current('registry'));
  const { canaries } = resolveRegistry(document, await readRecords(queries, document), contractVersion);
  return canaries[name]?.entry.enabled === true;
}

/** @returns why the release can't be promoted */
async function takeStep({ name, held, step }: Due, services: GrowServices): Promise<readonly ReleaseProblem[]> {
  const { log } = services;
  const actor = { ...BY_TIMETABLE, why: step.why, expected: held.latest };
  try {
    if (step.to === 'promotion') await promoteRelease({ name }, actor, services);
    else await setCanary({ name, canary: step.to }, actor, services);
  } catch (error) {
    if (error instanceof StaleChange) return []; // somebody was faster: the next turn looks again
    if (error instanceof ReleaseRefused) return error.problems;
    throw error;
  }
  const told = { remote: name, release: held.decision.canary?.release };
  if (step.to === 'promotion') log.info({ event: 'canaryPromoted', ...told });
  else log.info({ event: 'canaryGrew', ...told, percent: step.to.percent });
  return [];
}
