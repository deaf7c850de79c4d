import multipart from '@fastify/multipart';
import { type TeamAction, teamPaths } from '@fridge/shared-contracts/team';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drain } from '../../edge/connections.ts';
import { previewForTeam } from '../previews/preview-for-team.ts';
import type { Services } from '../../program/services.ts';
import { publishUpload } from '../uploads/publish-upload.ts';
import { uploadLimits } from '../uploads/receive-release.ts';
import { answerTeam, leaveTeamBodies, readTeamBody, type TeamDone } from './answer-team.ts';
import { countPublication, publishForTeam, teamSource } from './publish-for-team.ts';
import { canaryForTeam, healthForTeam, promoteForTeam, rollBackForTeam } from './release-requests.ts';
import type { TeamKey } from './team-key-problems.ts';
import { ReleaseRefused } from '../release-refused.ts';
import { type VerifiedRequest, verifyTeamRequest } from './verify-team-request.ts';

/** What teams ask for with their keys (docs/operations.md, "Teams"). */
export async function publishRoutes(app: FastifyInstance, services: Services): Promise<void> {
  leaveTeamBodies(app);
  await app.register(multipart, { limits: uploadLimits });

  app.post(teamPaths.publish, { config: { longAnswer: true, longBody: true } }, (request, reply) =>
    answerTeam('publish', { request, reply }, services, (known) =>
      countPublication(services, (begin) =>
        (request.isMultipart() ? publishUpload : publishServed)(request, { begin, known }, services),
      ),
    ),
  );

  const answer = <Action extends TeamAction>(
    action: Action,
    act: (verified: VerifiedRequest<Action>, services: Services) => Promise<TeamDone>,
  ) =>
    app.post(teamPaths[action], (request, reply) =>
      answerTeam(action, { request, reply }, services, async (known) =>
        act(await verifyJson(action, request, { known }, services), services),
      ),
    );
  answer('preview', previewForTeam);
  answer('canary', canaryForTeam);
  answer('health', healthForTeam);
  answer('promote', promoteForTeam);
  answer('rollback', rollBackForTeam);
}

async function publishServed(request: FastifyRequest, told: Told, services: Services) {
  const verified = await verifyJson('publish', request, told, services);
  const { baseUrl } = verified.request;
  if (baseUrl === null) {
    const text = 'baseUrl: null: a release without an address brings its files, as multipart/form-data.';
    throw new ReleaseRefused([{ kind: 'form', text }]);
  }
  return publishForTeam(verified, teamSource(verified, baseUrl, services), services);
}

/** `begin`: before the body is read. `known`: who asks. */
type Told = { begin?: (by: TeamKey) => void; known: (by: TeamKey) => void };

async function verifyJson<Action extends TeamAction>(
  action: Action,
  request: FastifyRequest,
  { begin, known }: Told,
  services: Services,
): Promise<VerifiedRequest<Action>> {
  const readBody = (by: TeamKey) => {
    begin?.(by);
    return readTeamBody(request);
  };
  try {
    return await verifyTeamRequest(action, { authorization: request.headers.authorization, readBody, known }, services);
  } catch (error) {
    await drain(request.raw);
    throw error;
  }
}
