import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../program/services.ts';
import { createTally } from '../admission/tally.ts';
import { incomingFile, removeIncoming } from './incoming-files.ts';
import { refuse } from './refusal.ts';

/**
 * Concurrent uploads of one user (not specified); pages send two per form, and lost connections count until
 * `UPLOAD_SILENCE_LIMIT_MS`.
 */
export const UPLOADS_OF_USER = 12;

type Uploader = { userId: string; receiver?: string };

/**
 * Bounds the uploads under way in this process, each of which is an open file and a connection.
 * @param most.ofReceiver of those that name the same `receiver`
 * @returns runs an upload with the path of a file, which is removed whatever becomes of it
 * @throws Refusal 429
 */
export function createUploadSlots(
  { environment, clock, userCounts }: Pick<Services, 'environment' | 'clock' | 'userCounts'>,
  most: { readonly ofAll: number; readonly ofReceiver: number },
) {
  const received = createTally();
  let inAll = 0;
  return async <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, receiver = '' }: Uploader,
    work: (file: string) => Promise<Result>,
  ): Promise<Result> => {
    if (
      userCounts.uploadsUnderWay.of(userId) >= UPLOADS_OF_USER ||
      received.of(receiver) >= most.ofReceiver ||
      inAll >= most.ofAll
    )
      throw refuse.tooMany();
    userCounts.uploadsUnderWay.add(userId);
    received.add(receiver);
    inAll += 1;
    const file = incomingFile(environment, clock.real());
    try {
      return await work(file);
    } finally {
      // The rest of a refused body isn't read.
      if (!request.raw.complete) reply.header('connection', 'close');
      inAll -= 1;
      received.remove(receiver);
      userCounts.uploadsUnderWay.remove(userId);
      await removeIncoming(file, request.log);
    }
  };
}
