import { teamBackend, type TeamBackendOptions } from '@fridge/remote-kit/fastify';
import Fastify, { type FastifyInstance } from 'fastify';

/** The team's own backend. The product's API forwards the calls below `/team/team-name/` to it. */
export async function createBackend(
  options: TeamBackendOptions,
  { logger = true }: { logger?: boolean } = {},
): Promise<FastifyInstance> {
  const app = Fastify({ logger });
  app.get('/health', async () => 'ok');
  await app.register(async (scope) => {
    // From here on the caller is verified: a request that isn't the API's gets HTTP 401.
    await scope.register(teamBackend, options);
  });
  return app;
}
