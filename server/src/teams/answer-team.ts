import { answerCode } from '@fridge/shared-contracts';
import { type Answer, kitText, type TeamAction } from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { success } from '../http/answers.ts';
import type { TeamOutcome } from '../metrics/metrics.ts';
import type { Services } from '../services.ts';
import type { TeamKey } from './team-key-problems.ts';
import { type TeamProblem, TeamRefused } from './team-refused.ts';

/** `told`: name, version and the like, for the log. */
export type TeamDone = { by: TeamKey; outcome: 'done' | 'unchanged'; told: object; data: unknown };

/** Answers a team's request in the envelope, and writes the one line of the log about it; other faults go on. */
export async function answerTeam(
  action: TeamAction,
  { log }: Pick<FastifyRequest, 'log'>,
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

/** Bytes of a JSON body. */
export const TEAM_BODY_BYTES = 1024 * 1024;

/** Gives handlers of this scope the bytes of a JSON body, which are what is signed. */
export function readTeamBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: TEAM_BODY_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler(async (error, _request, reply) => {
    const problem = unreadable(error);
    if (problem === null) throw error;
    reply.code(200);
    return refusal({
      code: problem.kind === 'tooLarge' ? answerCode.tooLarge : answerCode.badInput,
      problems: [problem],
    });
  });
}

function unreadable(error: unknown): TeamProblem | null {
  const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  if (status === 413) return { kind: 'tooLarge', text: `The body has more than ${TEAM_BODY_BYTES} bytes.` };
  if (status === 415)
    return { kind: 'form', text: 'The content type has to be application/json, or multipart/form-data with files.' };
  return null;
}

/** @throws TeamRefused unless the body is what `readTeamBodies` reads */
export function sentBy({ headers, body }: FastifyRequest): { authorization: string | undefined; body: Buffer } {
  if (!Buffer.isBuffer(body)) throw new TeamRefused([{ kind: 'form', text: 'The request has no JSON body.' }]);
  return { authorization: headers.authorization, body };
}
