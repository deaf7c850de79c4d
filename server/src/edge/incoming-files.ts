import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../program/environment.ts';
import { describeFault } from '../log/log.ts';

/** Longer than any upload may take. */
const INTERRUPTED_AFTER_MS = 10 * 60 * 1000;

/** Uploads in progress, on disk even with object storage. */
const incomingFolder = ({ UPLOADS_DIR }: Pick<Environment, 'UPLOADS_DIR'>): string => join(UPLOADS_DIR, 'incoming');

/** A file for an upload in progress. @param now real time, milliseconds */
export const incomingFile = (environment: Pick<Environment, 'UPLOADS_DIR'>, now: number): string =>
  join(incomingFolder(environment), `${now}-${randomUUID()}`);

/**
 * Once an upload has ended. Its answer stands whatever becomes of the file: `removeInterruptedUploads` is there too.
 */
export async function removeIncoming(path: string, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    log.warn({ event: 'incomingFileKept', fault: describeFault(error) });
  });
}

/**
 * Removes partial uploads of ended processes. Their age is by the server's clock, which named them: the file system's may
 * differ, and an upload that is under way must stay.
 */
export async function removeInterruptedUploads(environment: Environment, now: number): Promise<void> {
  const folder = incomingFolder(environment);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    const startedAt = Number(/^\d{13}(?=-)/.exec(name)?.[0] ?? found?.mtimeMs);
    if (found?.isFile() && now - startedAt > INTERRUPTED_AFTER_MS)
      await rm(path, { force: true }).catch(() => undefined);
  }
}
