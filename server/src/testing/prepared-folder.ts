import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../storage/package-folder.ts';
import { takeLock } from '../program/process-lock.ts';

const cache = join(packageFolder, '..', 'node_modules', '.cache', 'prepared-folders');
/** Preparing a database takes up to half a minute on a busy machine. */
const LOCK_WAIT_MS = 120_000;

/**
 * Copies a folder that is expensive to make, modes included, which Node 24's `cpSync` loses. The first caller makes it,
 * for all processes and later runs.
 * @param key everything that the content depends on; entries of the name with other keys are removed
 * @param target must not exist
 */
export async function copyPrepared(
  { name, key, target }: { name: string; key: string; target: string },
  prepare: (folder: string) => Promise<void>,
): Promise<void> {
  const prepared = join(cache, `${name}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`);
  if (!existsSync(prepared)) {
    mkdirSync(cache, { recursive: true });
    const lock = await takeLock(join(cache, `${name}.lock`), { waitMs: LOCK_WAIT_MS });
    try {
      if (!existsSync(prepared)) {
        for (const old of readdirSync(cache))
          if (old.startsWith(`${name}-`)) rmSync(join(cache, old), { recursive: true });
        const draft = join(cache, `${name}-draft`);
        await prepare(draft);
        renameSync(draft, prepared);
      }
    } finally {
      await lock.release();
    }
  }
  await cp(prepared, target, { recursive: true });
}
