import type { ServerStatus } from '@fridge/server/operations/status-commands';

/** Below this a disk is worth a warning. */
const LEAST_FREE = 0.05;
/** A transaction that old blocks others and keeps old rows from being removed. */
const LONG_TRANSACTION_S = 60;

/** Lines of `ops status`; what needs attention begins with `!`. */
export function describeServer(status: ServerStatus): string[] {
  const { instance, database, disk, review, uploadedReleases, upkeep, configuration } = status;
  return [
    line(false, 'server', instance),
    ...describeDatabase(database),
    ...disk.map(({ holds, folder, freeBytes, totalBytes }) =>
      line(
        freeBytes < totalBytes * LEAST_FREE,
        'disk',
        `${sizeOf(freeBytes)} of ${sizeOf(totalBytes)} free for ${holds} (${folder})`,
      ),
    ),
    ...(review === null ? [] : [line(false, 'review', queueOf(review))]),
    ...(uploadedReleases === null ? [] : [line(false, 'uploads', storedOf(uploadedReleases))]),
    ...upkeep.map(({ job, doneSecondsAgo, failedSecondsAgo, failures }) => {
      const fails = failedSecondsAgo !== null && (doneSecondsAgo === null || failedSecondsAgo < doneSecondsAgo);
      const done = doneSecondsAgo === null ? 'not done yet' : `done ${timeOf(doneSecondsAgo)} ago`;
      const failed =
        failedSecondsAgo === null ? '' : `, failed ${failures} times, last ${timeOf(failedSecondsAgo)} ago`;
      return line(fails, 'upkeep', `${job}: ${done}${failed}`);
    }),
    ...configuration.map(({ document, serial, newest }) => {
      const isBehind = newest !== null && newest !== serial;
      return line(isBehind, 'configuration', `${document} ${serial}${isBehind ? `, the newest is ${newest}` : ''}`);
    }),
  ];
}

function describeDatabase({ kind, reachable, ...facts }: ServerStatus['database']): string[] {
  const { bytes, oldestTransactionSeconds: oldest, migrations } = facts;
  if (!reachable || bytes === undefined) return [line(true, 'database', `${kind}, doesn't answer`)];
  const pending = migrations?.pending ?? [];
  const applied = `${migrations?.applied ?? 0} migrations`;
  return [
    line(
      pending.length > 0,
      'database',
      `${kind}, ${sizeOf(bytes)}, ${applied}${pending.length > 0 ? `; not applied: ${pending.join(', ')}` : ''}`,
    ),
    ...(typeof oldest === 'number'
      ? [line(oldest > LONG_TRANSACTION_S, 'database', `oldest transaction ${timeOf(oldest)}`)]
      : []),
  ];
}

const line = (isProblem: boolean, name: string, text: string): string =>
  `${isProblem ? '! ' : ''}${name.padEnd(isProblem ? 14 : 16)}${text}`;

function queueOf({ pending, oldestSeconds }: NonNullable<ServerStatus['review']>): string {
  const oldest = oldestSeconds === null ? '' : `, the oldest for ${timeOf(oldestSeconds)}`;
  return `${pending} ${pending === 1 ? 'work waits' : 'works wait'}${oldest}`;
}

const storedOf = ({ releases, bytes }: NonNullable<ServerStatus['uploadedReleases']>): string =>
  `the files of ${releases} uploaded releases, ${sizeOf(bytes)}`;

function timeOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes < 1_024 ? `${Math.round(mebibytes)} MiB` : `${(mebibytes / 1_024).toFixed(1)} GiB`;
}
