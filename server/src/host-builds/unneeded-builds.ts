import { DAY_MS } from '../clock.ts';

/** Pages opened before the last deployments go on with the builds of before. */
const KEPT_BUILDS = 3;

/** Also kept: those that a page may have been opened from since yesterday. */
export const KEPT_FOR_MS = DAY_MS;

/** Bounds what many builds in a day take, a megabyte each. */
export const MOST_BUILDS = 20;

export type ServedBuild = { id: string; servedAt: Date };

/** @returns the ids of builds that no process needs to serve any more */
export function unneededBuilds(builds: readonly ServedBuild[], now: number): string[] {
  return builds
    .toSorted((one, other) => other.servedAt.getTime() - one.servedAt.getTime() || (one.id < other.id ? -1 : 1))
    .filter(
      ({ servedAt }, place) => place >= MOST_BUILDS || (place >= KEPT_BUILDS && now - servedAt.getTime() > KEPT_FOR_MS),
    )
    .map(({ id }) => id);
}
