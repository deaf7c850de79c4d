import { answerCode } from '@fridge/shared-contracts';
import type { Answer, AnswerCode } from '@fridge/shared-contracts/page';
import { kitText, type TeamAction } from '@fridge/shared-contracts/team';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { success } from '../../edge/answers.ts';
import { BodyRefused, boundedBody } from '../../edge/bounded-body.ts';
import { type ProblemKind, ReleaseRefused } from '../release-refused.ts';
import type { Services } from '../../program/services.ts';
import type { TeamKey } from './team-key-problems.ts';

/** `told`: name, version and the like, for the log. */
export type TeamDone = { outcome: 'done' | 'unchanged'; told: object; data: unknown };

/**
 * Answers a team's request in the envelope, and writes the one line of the log about it; other faults go on.
 * @param act says who asks, as soon as it knows
 */
export async function answerTeam(
  action: TeamAction,
  { request: { raw, log }, reply }: { request: FastifyRequest; reply: FastifyReply },
  { metrics }: Pick<Services, 'metrics'>,
  act: (known: (by: TeamKey) => void) => Promise<TeamDone>,
): Promise<Answer> {
  const count = (outcome: string) => metrics.teamRequests.inc({ action, outcome });
  const sender: Partial<TeamKey> = {};
  try {
    const { outcome, told, data } = await act((by) => Object.assign(sender, by));
    count(outcome);
    log.info({ event: 'teamRequest', action, outcome, ...sender, ...told });
    return success(data);
  } catch (error) {
    // The rest of a refused body isn't read.
    if (!raw.complete) reply.header('connection', 'close');
    if (!(error instanceof ReleaseRefused)) {
      count('failed');
      throw error;
    }
    count('refused');
    const reasons = [...new Set(error.problems.map(({ kind }) => kind))];
    log.warn({ event: 'teamRequest', action, outcome: 'refused', ...sender, ...error.about, reasons });
    return refusal(error);
  }
}

const refusal = ({ problems }: ReleaseRefused): Answer => ({
  code: codes.find(([, of]) => problems.some(({ kind }) => of.includes(kind)))?.[0] ?? answerCode.badInput,
  msg: problems[0]?.text ?? '',
  data: { problems: problems.map(({ text }) => text), kit: kitText },
});

/** The first that applies; all others are bad input. */
const codes: readonly (readonly [AnswerCode, readonly ProblemKind[]])[] = [
  [answerCode.tooMany, ['tooMany']],
  [answerCode.tooLarge, ['tooLarge']],
  [answerCode.notAuthorized, ['team', 'key', 'signature', 'audience', 'time', 'action', 'body', 'release']],
  [answerCode.notYours, ['name', 'origin', 'pinned', 'previews']],
  [answerCode.conflict, ['repeated', 'version']],
];

/** Of a JSON body. */
export const teamBodyLimits = { bytes: 1024 * 1024, silenceMs: 10_000, totalMs: 30_000 } as const;

/** Leaves bodies unread in this scope: the header, which signs a body's hash, is judged first. */
export function leaveTeamBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _body, done) => done(null));
  app.setErrorHandler(async (error, _request, reply) => {
    const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
    if (status !== 415) throw error;
    reply.code(200);
    const text = 'The content type has to be application/json, or multipart/form-data with files.';
    return refusal(new ReleaseRefused([{ kind: 'form', text }]));
  });
}

/** @throws ReleaseRefused for a large, slow or broken body */
export async function readTeamBody({ raw }: Pick<FastifyRequest, 'raw'>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of boundedBody(raw, teamBodyLimits)) parts.push(part);
  } catch (error) {
    if (error instanceof BodyRefused && error.status === 413) {
      const text = `The body has more than ${teamBodyLimits.bytes} bytes.`;
      throw new ReleaseRefused([{ kind: 'tooLarge', text }]);
    }
    throw new ReleaseRefused([{ kind: 'form', text: 'The body ended early, or came too slowly. Send it again.' }]);
  }
  return Buffer.concat(parts);
}
