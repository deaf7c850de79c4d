import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A whole build takes seconds to a minute; whoever waits this long waits for something that hangs. */
const WAIT_MS = 5 * 60 * 1000;
const LOOK_AGAIN_MS = 200;

/**
 * Does a piece of work while no other process does: `npm start` and `npm test` may run side by side and build into
 * the same folders. The lock of a process that died is taken over.
 */
export async function underBuildLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(path), { recursive: true });
  const giveUpAt = Date.now() + WAIT_MS;
  while (!(await take(path))) {
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (holder > 0 && !isRunning(holder)) await rm(path, { force: true });
    else if (Date.now() > giveUpAt) throw new Error(`Process ${holder} has been building for 5 minutes. End it, or remove ${path} if it isn't ours.`);
    else await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Creating a file that must not exist is one step for the system. */
function take(path: string): Promise<boolean> {
  return writeFile(path, String(process.pid), { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
