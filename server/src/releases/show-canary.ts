import * as v from 'valibot';
import { number, optionalText, text } from '../commands/fields.ts';
import type { Context } from '../commands/table.ts';
import { changesText, listEvents } from '../history/events.ts';
import { DAY_MS } from '../program/clock.ts';
import { readOutcomes } from '../visits/health/read-outcomes.ts';
import { readDecided } from './watch/read-decided.ts';
import { decidedOf } from './registry/registry-document.ts';
import { runningCanary } from './registry/remote-fields.ts';
import { requireOwn } from './teams/own-remote.ts';

/** Of the history. */
const ROWS_TOLD = 5;

/** `outcomes`: since the canary began; without one, of the last day. `at`: milliseconds of real time. */
export const shownCanary = v.object({
  name: text,
  stable: optionalText,
  canary: v.nullable(runningCanary),
  outcomes: v.array(v.object({ version: text, visitors: number, failed: number, opens: number })),
  history: v.array(v.object({ change: text, by: text, way: text, why: text, at: number })),
});

/** As this process knows it. */
export async function showCanary(name: string, context: Context) {
  const { queries, clock, registry, team } = context;
  await requireOwn(team, name, queries);
  const { document, resolved } = registry.reading();
  const canary = decidedOf(name, document)?.canary ?? null;
  const stable = resolved.registry.remotes[name]?.version ?? null;
  const versions = [canary?.release ?? null, stable].filter((version) => version !== null);
  const since = canary === null ? new Date(clock.real() - DAY_MS) : (await readDecided(queries, name)).startedAt;
  const outcomes = await readOutcomes(queries, { remote: name, versions, since });
  const history = await listEvents(queries, { about: name, limit: ROWS_TOLD });
  return {
    name,
    stable,
    canary,
    outcomes: versions.flatMap((version) => (outcomes[version] === undefined ? [] : { version, ...outcomes[version] })),
    history: history.map(({ changes, by, way, why, at }) => {
      const change = changesText(changes).replaceAll(`remotes.${name}.`, '');
      return { change, by, way, why, at: at.getTime() };
    }),
  };
}
