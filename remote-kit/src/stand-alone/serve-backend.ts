import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  requestStart,
  TEAM_IDENTITY_KEYS_PATH,
  TEAM_IDENTITY_LIFE_S,
  TEAM_IDENTITY_TYPE,
  teamAudience,
  teamIdentityHeader,
} from '@fridge/shared-contracts/team';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Plugin } from 'vite';
import { CommandFailed, messageOf } from '../cli/command-failed.ts';
import type { TeamBackendOptions } from '../fastify/team-backend.ts';
import { sessions } from '../testing/fake-session.ts';
import { VISITOR_HEADER } from './ask-backend.ts';

/** From the remote's folder. */
const BACKEND_FILE = 'backend/server.ts';

const backendSchema = v.object({
  createBackend: v.custom<(options: TeamBackendOptions) => Promise<FastifyInstance>>(
    (value) => typeof value === 'function',
  ),
});

/**
 * Answers calls below `/team/<team>/` by the team's own backend, as the product's API does: with an identity that is
 * signed for each request. The backend runs in this process, from its sources as they are saved.
 * @throws CommandFailed (2) when the remote has none
 */
export function serveBackend(folder: string, team: string): Plugin {
  const file = join(folder, BACKEND_FILE);
  if (!existsSync(file))
    throw new CommandFailed(2, `${folder} has no ${BACKEND_FILE}: remote-kit create NAME --backend makes one to copy.`);
  return {
    name: 'team-backend',
    async configureServer(server) {
      const { privateKey, publicKey } = await generateKeyPair('EdDSA');
      const jwk = { ...(await exportJWK(publicKey)), kid: 'dev', alg: 'EdDSA', use: 'sig' };
      let running: { made: unknown; app: FastifyInstance } | null = null;

      /** Made anew once its sources are saved. */
      const backendAt = async (api: string): Promise<FastifyInstance> => {
        const made = await server.ssrLoadModule(file);
        if (running?.made === made) return running.app;
        await running?.app.close();
        const { createBackend } = v.parse(backendSchema, { ...made });
        running = { made, app: await createBackend({ team, api }) };
        return running.app;
      };

      server.middlewares.use(TEAM_IDENTITY_KEYS_PATH, (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
      });
      server.middlewares.use(`/team/${team}`, (request, response, next) => {
        if (request.method !== 'POST') return next();
        const answer = async () => {
          const payload = await buffer(request);
          const api = `http://${request.headers.host}`;
          const start = requestStart(`/team/${team}${request.url}`);
          const claims = {
            ...callerOf(String(request.headers[VISITOR_HEADER])),
            request: createHash('sha256').update(start).update(payload).digest('hex'),
          };
          const identity = await new SignJWT(claims)
            .setProtectedHeader({ alg: 'EdDSA', typ: TEAM_IDENTITY_TYPE, kid: jwk.kid })
            .setIssuer(api)
            .setAudience(teamAudience(team))
            .setJti(randomUUID())
            .setIssuedAt()
            .setExpirationTime(`${TEAM_IDENTITY_LIFE_S}s`)
            .sign(privateKey);
          const headers = { 'content-type': request.headers['content-type'], [teamIdentityHeader]: identity };
          const app = await backendAt(api);
          const { statusCode, rawPayload } = await app.inject({
            method: 'POST',
            url: request.url ?? '/',
            headers,
            payload,
          });
          response.writeHead(statusCode, { 'content-type': 'application/json' }).end(rawPayload);
        };
        answer().catch((error: unknown) => {
          server.config.logger.error(`The backend failed: ${messageOf(error)}`);
          response.writeHead(500).end();
        });
      });
    },
  };
}

function callerOf(visitor: string) {
  const session = Object.entries(sessions).find(([name]) => name === visitor)?.[1] ?? sessions.guest;
  if (session.status === 'guest') return { scope: 'none' } as const;
  const { userId, homeId, fridge } = session;
  return { sub: userId, scope: 'household' as const, home: homeId, fridges: fridge === null ? [] : [fridge.fridgeId] };
}
