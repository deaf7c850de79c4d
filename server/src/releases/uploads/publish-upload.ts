import type { FastifyRequest } from 'fastify';
import type { Services } from '../../program/services.ts';
import type { TeamDone } from '../teams/answer-team.ts';
import { publishForTeam } from '../teams/publish-for-team.ts';
import type { TeamKey } from '../teams/team-key-problems.ts';
import { type ReleaseProblem, ReleaseRefused } from '../release-refused.ts';
import { verifyTeamRequest } from '../teams/verify-team-request.ts';
import { receiveRelease } from './receive-release.ts';
import { uploadedSource } from './uploaded-source.ts';

type Told = { begin: (by: TeamKey) => void; known: (by: TeamKey) => void };

/**
 * Publishes a release whose files come with the request (docs/contract.md, "Uploading instead").
 * @param told.begin before the body is read
 * @throws ReleaseRefused with every reason; nothing is kept then
 */
export async function publishUpload(
  request: FastifyRequest,
  { begin, known }: Told,
  services: Services,
): Promise<TeamDone> {
  const { PUBLIC_RELEASES_ORIGIN: origin } = services.environment;
  const { authorization } = request.headers;
  const { verified, files } = await receiveRelease(request, services.environment, async (readRequest) => {
    const readBody = (by: TeamKey) => {
      begin(by);
      return readRequest();
    };
    const signed = await verifyTeamRequest('publish', { authorization, readBody, known }, services);
    const problem = uploadProblem(signed.request.baseUrl, origin);
    if (problem !== null) throw new ReleaseRefused([problem]);
    return signed;
  });
  const sent = { release: verified.request.release, files, sender: verified.by.team };
  return publishForTeam(verified, uploadedSource(sent, origin ?? '', services), services);
}

function uploadProblem(baseUrl: string | null, origin: string | undefined): ReleaseProblem | null {
  if (baseUrl !== null) return { kind: 'form', text: 'baseUrl has to be null where the files come with the request.' };
  if (origin !== undefined) return null;
  const todo = 'Serve the files on an origin of the team, and publish their address.';
  return { kind: 'form', text: `This server takes no uploads: it has no PUBLIC_RELEASES_ORIGIN. ${todo}` };
}
