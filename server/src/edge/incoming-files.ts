import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createTally } from '../admission/counts.ts';
import type { Environment } from '../program/environment.ts';
import type { Services } from '../program/services.ts';
import { describeFault } from '../log/log.ts';
import { refuse } from './refusal.ts';

/** Longer than any upload may take. */
const INTERRUPTED_AFTER_MS = 10 * 60 * 1000;

/** Uploads in progress, on disk even with object storage. */
const incomingFolder = ({ UPLOADS_DIR }: Pick<Environment, 'UPLOADS_DIR'>): string => join(UPLOADS_DIR, 'incoming');

/**
 * Concurrent uploads of one user (not specified); pages send two per form, and lost connections count until
 * `UPLOAD_SILENCE_LIMIT_MS`.
 */
export const UPLOADS_OF_USER = 12;

type Uploader = { userId: string; receiver?: string };

/**
 * Bounds the uploads under way in this process, each of which is an open file and a connection.
 * @param most.ofReceiver of those that name the same `receiver`
 * @returns runs an upload with the path of a file to write, which is removed whatever becomes of it
 * @throws Refusal 429
 */
export function createUploadSlots(
  { environment, clock, userCounts }: Pick<Services, 'environment' | 'clock' | 'userCounts'>,
  most: { readonly ofAll: number; readonly ofReceiver: number },
) {
  const [received, all] = [createTally(), createTally()];
  const { uploadsUnderWay } = userCounts;
  return <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, receiver = '' }: Uploader,
    work: (file: string) => Promise<Result>,
  ): Promise<Result> => {
    const withFile = async () => {
      const file = join(incomingFolder(environment), `${clock.real()}-${randomUUID()}`);
      try {
        await mkdir(incomingFolder(environment), { recursive: true });
        return await work(file);
      } finally {
        // The rest of a refused body isn't read.
        if (!request.raw.complete) reply.header('connection', 'close');
        // The answer stands whatever becomes of the file: `removeInterruptedUploads` is there too.
        await rm(file, { force: true }).catch((error: unknown) => {
          request.log.warn({ event: 'incomingFileKept', fault: describeFault(error) });
        });
      }
    };
    return uploadsUnderWay.during(userId, UPLOADS_OF_USER, refuse.tooMany, () =>
      received.during(receiver, most.ofReceiver, refuse.tooMany, () =>
        all.during('', most.ofAll, refuse.tooMany, withFile),
      ),
    );
  };
}

/**
 * Removes partial uploads of ended processes. Their age is by the server's clock, which named them: the file system's
 * may differ, and an upload that is under way must stay.
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
