import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeCgroup } from './own-cgroup.ts';
import { execute, ip } from './tools.ts';

export const FOLDER_PREFIX = 'fridge-network-';

/** Networks whose process ended without closing them. */
export async function removeAbandoned(): Promise<void> {
  for (const entry of readdirSync(tmpdir()).filter((each) => each.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), entry);
    const owner = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'));
    if (owner === 0 || existsSync(`/proc/${owner}`)) continue;
    // Another process may be at it too; what is left is the next one's.
    await tearDown(folder, entry.slice(FOLDER_PREFIX.length)).catch(() => undefined);
  }
}

/** Ends every process of a network and removes its disks, names and folder. */
export async function tearDown(folder: string, id: string): Promise<void> {
  const spaces = readdirSync('/run/netns').filter((each) => each.startsWith(`fridge-${id}-`));
  for (const space of spaces) {
    const pids = await execute('ip', ['netns', 'pids', space]);
    // A machine ends with its first process; its others are gone before their turn comes.
    for (const pid of pids.stdout.split('\n').filter(Boolean)) end(Number(pid));
  }
  for (const machine of readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory()))
    await unmount(join(folder, machine.name, 'root'));
  for (const space of spaces) {
    await removeCgroup(space);
    await ip('netns', 'delete', space);
    await rm(`/etc/netns/${space}`, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

function end(pid: number): void {
  if (pid === process.pid) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** A machine's last process lets go of its disk a moment after it was ended. */
async function unmount(root: string): Promise<void> {
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const done = await execute('umount', [root]).then(
      () => true,
      () => !readFileSync('/proc/mounts', 'utf8').includes(` ${root} `),
    );
    if (done) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  await execute('umount', ['--lazy', root]);
}
