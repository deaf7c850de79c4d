import type { Answer } from '@fridge/shared-contracts/page';
import { kitText, type TeamAction } from '@fridge/shared-contracts/team';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { success } from '../http/answers.ts';
import { BodyRefused, boundedBody } from '../http/bounded-body.ts';
import type { TeamOutcome } from '../metrics/metrics.ts';
import type { Services } from '../services.ts';
import type { TeamKey } from './team-key-problems.ts';
import { TeamRefused } from './team-refused.ts';

/** `told`: name, version and the like, for the log. */
export type TeamDone = { by: TeamKey; outcome: 'done' | 'unchanged'; told: object; data: unknown };

/** Answers a team's request in the envelope, and writes the one line of the log about it; other faults go on. */
export async function answerTeam(
  action: TeamAction,
  { request: { raw, log }, reply }: { request: FastifyRequest; reply: FastifyReply },
  { metrics }: Pick<Services, 'metrics'>,
  act: () => Promise<TeamDone>,
): Promise<Answer> {
  const count = (outcome: TeamOutcome) => metrics.teamAnswered(action, outcome);
  try {
    const { by, outcome, told, data } = await act();
    count(outcome);
    log.info({ event: 'teamRequest', action, outcome, ...by, ...told });
    return success(data);
  } catch (error) {
    // The rest of a refused body isn't read.
    if (!raw.complete) reply.header('connection', 'close');
    if (!(error instanceof TeamRefused)) {
      count('failed');
      throw error;
    }
    count('refused');
    const { by, problems } = error;
    const reasons = [...new Set(problems.map(({ kind }) => kind))];
    log.warn({ event: 'teamRequest', action, outcome: 'refused', ...by, ...error.about, reasons });
    return refusal(error);
  }
}

const refusal = ({ code, problems }: Pick<TeamRefused, 'code' | 'problems'>): Answer => ({
  code,
  msg: problems[0]?.text ?? '',
  data: { problems: problems.map(({ text }) => text), kit: kitText },
});

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
    return refusal(new TeamRefused([{ kind: 'form', text }]));
  });
}

/** @throws TeamRefused for a large, slow or broken body */
export async function readTeamBody({ raw }: Pick<FastifyRequest, 'raw'>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of boundedBody(raw, teamBodyLimits)) parts.push(part);
  } catch (error) {
    if (error instanceof BodyRefused && error.status === 413) {
      const text = `The body has more than ${teamBodyLimits.bytes} bytes.`;
      throw new TeamRefused([{ kind: 'tooLarge', text }]);
    }
    throw new TeamRefused([{ kind: 'form', text: 'The body ended early, or came too slowly. Send it again.' }]);
  }
  return Buffer.concat(parts);
}
