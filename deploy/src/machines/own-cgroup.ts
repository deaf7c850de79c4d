import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where systemd keeps the processes of a unit: cgroup 2, or beside cgroup 1 by a name of its own. */
const hierarchies = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified', '/sys/fs/cgroup/systemd'].filter((folder) =>
  existsSync(join(folder, 'cgroup.procs')),
);

const groupsOf = (space: string) => hierarchies.map((folder) => join(folder, space));

/**
 * Where no systemd runs, each machine's systemd would find the units of all others in its cgroup: stopping a unit then
 * waits for processes of another machine, which it can't end.
 * @returns the words that run a command in a cgroup of its own
 */
export async function inOwnCgroup(space: string, words: readonly string[]): Promise<[string, ...string[]]> {
  const groups = groupsOf(space);
  for (const group of groups) await mkdir(group, { recursive: true });
  const enter = groups.map((group) => `echo $$ > ${group}/cgroup.procs`).join(' && ');
  return ['sh', '-c', `${enter || 'true'} && exec "$@"`, 'sh', ...words];
}

/** A machine's last processes leave its cgroup a moment after they were ended. */
export async function removeCgroup(space: string): Promise<void> {
  for (const group of groupsOf(space)) {
    for (let attempt = 1; existsSync(group) && attempt <= 50; attempt += 1) {
      await removeFolders(group).catch(() => new Promise((next) => setTimeout(next, 100)));
    }
  }
}

/** A cgroup's files can't be removed; its folder can, once it has none below. */
async function removeFolders(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeFolders(join(folder, entry.name));
  await rmdir(folder);
}
