import multipart from '@fastify/multipart';
import { teamPaths } from '@fridge/shared-contracts/host';
import type { FastifyInstance } from 'fastify';
import { previewForTeam } from '../previews/preview-for-team.ts';
import type { Services } from '../services.ts';
import { uploadPublisher } from '../uploaded-releases/publish-upload.ts';
import { uploadLimits } from '../uploaded-releases/receive-release.ts';
import { answerTeam, readTeamBodies, sentBy } from './answer-team.ts';
import { canaryForTeam } from './canary-for-team.ts';
import { healthForTeam } from './health-for-team.ts';
import { promoteForTeam, rollBackForTeam } from './promote-for-team.ts';
import { publishForTeam, teamSource } from './publish-for-team.ts';
import { TeamRefused } from './team-refused.ts';
import { verifyTeamRequest } from './verify-team-request.ts';

/** What teams ask for with their keys (docs/operations.md, "Teams"). */
export async function publishRoutes(app: FastifyInstance, services: Services): Promise<void> {
  readTeamBodies(app);

  await app.register(multipart, { limits: uploadLimits });
  const publishUpload = uploadPublisher(services);

  app.post(teamPaths.publish, { config: { longAnswer: true, longBody: true } }, (request, reply) =>
    answerTeam('publish', request, services, async () => {
      if (request.isMultipart()) return publishUpload(request, reply);
      const verified = await verifyTeamRequest('publish', sentBy(request), services);
      const { baseUrl } = verified.request;
      if (baseUrl === null) {
        const text = 'baseUrl: null: a release without an address brings its files, as multipart/form-data.';
        throw new TeamRefused([{ kind: 'form', text }], verified.by);
      }
      return publishForTeam(verified, teamSource(verified, baseUrl, services), services);
    }),
  );

  app.post(teamPaths.preview, (request) =>
    answerTeam('preview', request, services, async () =>
      previewForTeam(await verifyTeamRequest('preview', sentBy(request), services), services),
    ),
  );

  app.post(teamPaths.canary, (request) =>
    answerTeam('canary', request, services, async () =>
      canaryForTeam(await verifyTeamRequest('canary', sentBy(request), services), services),
    ),
  );

  app.post(teamPaths.health, (request) =>
    answerTeam('health', request, services, async () =>
      healthForTeam(await verifyTeamRequest('health', sentBy(request), services), services),
    ),
  );

  app.post(teamPaths.promote, (request) =>
    answerTeam('promote', request, services, async () => {
      return promoteForTeam(await verifyTeamRequest('promote', sentBy(request), services), services);
    }),
  );

  app.post(teamPaths.rollback, (request) =>
    answerTeam('rollback', request, services, async () => {
      return rollBackForTeam(await verifyTeamRequest('rollback', sentBy(request), services), services);
    }),
  );
}
