import { tidyUploads } from '../activities/contest/sweep-pictures.ts';
import { carryOutLater, LATER_EVERY_MS } from '../later/carry-out-later.ts';
import { createWatch, WATCH_EVERY_MS } from '../releases/watch/watch-releases.ts';
import { pruneReleaseViews } from '../visits/health/release-views.ts';
import { pruneNonces } from '../admission/nonces.ts';
import { pruneOperatorAccess } from '../admission/operators/operator-links.ts';
import { prunePreviews } from '../releases/previews/previews.ts';
import { removeUnusedFiles } from '../releases/file-store.ts';
import { type HostBuild, keepHostBuild } from '../releases/host-build.ts';
import type { Services } from './services.ts';
import { pruneTeamRequests } from '../transports/team/verify-team-request.ts';
import { pruneEvents } from '../visits/tracking.ts';
import type { UpkeepJob } from './upkeep.ts';

/** What each process does every so often. @param hostBuild `null` without the listener `host` */
export function upkeepJobs(services: Services, hostBuild: HostBuild | null): UpkeepJob[] {
  const { queries, clock, readiness, identityKeys } = services;
  return [
    { name: 'nonces', run: () => pruneNonces(queries, clock.real()) },
    { name: 'teamRequests', run: () => pruneTeamRequests(queries, clock.real()) },
    { name: 'events', run: () => pruneEvents(queries, clock.real()) },
    { name: 'releaseViews', run: () => pruneReleaseViews(queries, clock.real()) },
    { name: 'operatorAccess', run: () => pruneOperatorAccess(services) },
    { name: 'previews', run: () => prunePreviews(queries, clock.real()) },
    { name: 'uploads', run: () => tidyUploads(services) },
    { name: 'storedFiles', run: () => removeUnusedFiles(services) },
    ...(hostBuild === null ? [] : [{ name: 'hostBuilds', run: () => keepHostBuild(hostBuild, services) }]),
    { name: 'clocks', run: readiness.compareClocks },
    { name: 'releases', everyMs: WATCH_EVERY_MS, ...createWatch(services) },
    { name: 'later', everyMs: LATER_EVERY_MS, run: () => carryOutLater(services) },
    { name: 'identityKeys', run: identityKeys.renew },
  ];
}
