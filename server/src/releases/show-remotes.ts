import { registryEntrySchema, switchStateOf, switchStateSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { number, optionalNumber, optionalText, realTime, text } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import type { Context } from '../commands/table.ts';
import { changesText, listEvents } from '../history/events.ts';
import { DAY_MS } from '../program/clock.ts';
import { readOutcomes } from '../visits/health/read-health.ts';
import { requireDecision } from './plan-change.ts';
import { readDecided } from './read-decided.ts';
import type { Reading } from './registry/follow-registry.ts';
import { decidedOf } from './registry/registry-document.ts';
import { listReleases } from './registry/releases.ts';
import { type Entry, isLeftOut } from './registry/resolve-registry.ts';
import { requireOwn } from './teams/own-remote.ts';

export const remoteName = v.pipe(text, v.minLength(1, 'a name'), v.maxLength(100));
export const releaseVersion = v.pipe(text, v.minLength(1, 'a version'), v.maxLength(100));

const canarySteps = v.object({ percent: number, minutes: number });
/** A release for `percent` of the visitors, which grows by itself as `steps` say. */
export const runningCanary = v.object({ release: text, percent: number, steps: v.optional(canarySteps) });

/**
 * `release`: as operators wrote it; `version`, `entry`: what pages get, `null` if they can't open it. `entry` of the
 * canary: `null` while its visitors get the stable release. `gaveWay`: what was decided and has no effect, and why.
 */
export const listedRemote = v.object({
  name: text,
  state: switchStateSchema,
  release: text,
  canary: v.nullable(v.object({ ...runningCanary.entries, entry: v.nullable(registryEntrySchema) })),
  version: optionalText,
  entry: v.nullable(registryEntrySchema),
  problems: v.array(text),
  gaveWay: v.array(text),
});

/** A remote as operators see it. @throws Refused if the document doesn't list it */
export function listed(name: string, { document, resolved }: Reading) {
  const { registry, canaries, entries } = resolved;
  const decision = requireDecision({ name, document });
  const { release, canary } = decision;
  const entry = registry.remotes[name] ?? null;
  const reasonsOf = (isMeant: (entry: Entry) => boolean) =>
    entries.flatMap((each) => (each.name === name && each.reason !== null && isMeant(each) ? each.reason.text : []));
  return {
    name,
    state: switchStateOf(decision),
    release,
    canary: canary === undefined ? null : { ...canary, entry: canaries[name]?.entry ?? null },
    version: entry?.version ?? null,
    entry,
    problems: reasonsOf(isLeftOut),
    gaveWay: reasonsOf(({ reason }) => reason?.kind === 'gaveWay'),
  };
}

/** `unlisted`: remotes with releases that the document doesn't name, which pages therefore don't get. */
export const listedRegistry = v.object({ serial: number, remotes: v.array(listedRemote), unlisted: v.array(text) });

export function listRegistry({ registry }: Context) {
  const reading = registry.reading();
  const remotes = Object.keys(reading.document.remotes).map((remote) => listed(remote, reading));
  return { serial: reading.serial, unlisted: [...reading.resolved.unlisted], remotes };
}

/** `percent`: of the visitors, who get it as the canary. */
export const listedRelease = v.object({
  version: text,
  contract: text,
  isInForce: v.boolean(),
  percent: optionalNumber,
  removedAt: v.nullable(realTime),
  at: realTime,
  by: text,
  way: text,
  why: text,
  baseUrl: text,
});

/** Newest first. @throws Refused if there is none */
export async function listRemoteReleases(name: string, { queries, registry, team }: Context) {
  await requireOwn(team, name, queries);
  const releases = await listReleases(queries, name);
  const { document, resolved } = registry.reading();
  if (releases.length === 0) {
    requireDecision({ name, document });
    throw new Refused(`${name} has no release: publish one.`);
  }
  const stable = resolved.registry.remotes[name]?.version;
  const canary = resolved.canaries[name];
  return releases.map((release) => ({
    ...release,
    isInForce: release.version === stable,
    percent: release.version === canary?.entry.version ? canary.percent : null,
  }));
}

/** `outcomes`: since the canary began; without one, of the last day. `at`: milliseconds of real time. */
export const shownCanary = v.object({
  name: text,
  stable: optionalText,
  canary: v.nullable(runningCanary),
  outcomes: v.array(v.object({ version: text, visitors: number, failed: number, opens: number })),
  history: v.array(v.object({ change: text, by: text, way: text, why: text, at: number })),
});

/** Of the history. */
const ROWS_TOLD = 5;

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
    outcomes,
    history: history.map(({ changes, by, way, why, at }) => {
      const change = changesText(changes).replaceAll(`remotes.${name}.`, '');
      return { change, by, way, why, at: at.getTime() };
    }),
  };
}
