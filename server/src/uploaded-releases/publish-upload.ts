import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import type { TeamDone } from '../teams/answer-team.ts';
import { publishForTeam } from '../teams/publish-for-team.ts';
import { type TeamProblem, TeamRefused } from '../teams/team-refused.ts';
import { verifyTeamRequest } from '../teams/verify-team-request.ts';
import { receiveRelease, UPLOADS_AT_ONCE } from './receive-release.ts';
import { uploadedSource } from './uploaded-source.ts';

/**
 * @returns publishes a release whose files come with the request (docs/contract.md, "Uploading instead"). It throws
 *   TeamRefused with every reason, and keeps nothing then
 */
export function uploadPublisher(services: Services) {
  const { environment } = services;
  const { PUBLIC_RELEASES_ORIGIN: origin } = environment;
  /** Of requests that teams signed: others hold no files. */
  const underWay = new Set<FastifyRequest>();

  return async (request: FastifyRequest, reply: FastifyReply): Promise<TeamDone> => {
    try {
      const { verified, files } = await receiveRelease(request, environment, async (body) => {
        const { authorization } = request.headers;
        const signed = await verifyTeamRequest('publish', { authorization, body }, services);
        underWay.add(request);
        const problem = uploadProblem(signed.request.baseUrl, origin, underWay.size);
        if (problem !== null) throw new TeamRefused([problem], signed.by);
        return signed;
      });
      const { release } = verified.request;
      return await publishForTeam(verified, uploadedSource({ release, files }, origin ?? '', services), services);
    } catch (error) {
      // The rest of the body isn't read.
      if (!request.raw.complete) reply.header('connection', 'close');
      throw error;
    } finally {
      underWay.delete(request);
    }
  };
}

function uploadProblem(baseUrl: string | null, origin: string | undefined, underWay: number): TeamProblem | null {
  if (baseUrl !== null) return { kind: 'form', text: 'baseUrl has to be null where the files come with the request.' };
  if (origin === undefined) {
    const todo = 'Serve the files on an origin of the team, and publish their address.';
    return { kind: 'form', text: `This server takes no uploads: it has no PUBLIC_RELEASES_ORIGIN. ${todo}` };
  }
  if (underWay <= UPLOADS_AT_ONCE) return null;
  return {
    kind: 'tooMany',
    text: `This server receives ${UPLOADS_AT_ONCE} uploads at the moment. Try again in a minute.`,
  };
}
