import { once } from 'node:events';
import { chmod, rename, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import Fastify from 'fastify';
import * as v from 'valibot';
import { Refused } from '../commands/refused.ts';
import { type Asked, describeFailure, run } from '../commands/run.ts';
import { StartRefused } from '../program/environment.ts';
import type { Services } from '../program/services.ts';
import { socketRequestSchema } from './socket-schema.ts';

/** Above any import. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * `POST /` on a Unix socket in an existing folder, for its owner only: whoever may open it is an admin.
 * @throws StartRefused when another server listens there
 */
export async function openSocket(path: string, services: Services): Promise<{ close(): Promise<void> }> {
  if (await isAnswered(path))
    throw new StartRefused(`Another server listens at ${path}. End it, or set OPERATOR_SOCKET to another path.`);
  const app = Fastify({ bodyLimit: MOST_BYTES, forceCloseConnections: 'idle' });
  app.setErrorHandler((error: Error, _request, reply) => {
    return reply.send({ ok: false, problems: describeFailure(error, services).sentences });
  });
  app.post('/', async ({ body }) => {
    const parsed = v.safeParse(socketRequestSchema, body);
    if (!parsed.success)
      throw new Refused(
        parsed.issues.map((issue) => ({ text: `${v.getDotPath(issue) ?? 'request'}: ${issue.message}` })),
      );
    const { command, fields, by: name, why: reason, ...options } = parsed.output;
    const actor = { by: name, why: reason, way: 'command', role: 'admin' } as const;
    const asked = { command, fields } as Asked; // run parses both
    return { ok: true, ...(await run(asked, actor, options, services)) };
  });
  // Restricted before it gets its name; the rename replaces a killed server's socket.
  const draft = `${path}.${process.pid}`;
  await unlink(draft).catch(() => undefined);
  await app.listen({ path: draft, listenTextResolver: () => '' });
  await chmod(draft, 0o600);
  await rename(draft, path);
  return {
    async close() {
      await unlink(path).catch(() => undefined);
      await app.close();
    },
  };
}

/** A socket file without a listener is a killed server's. */
async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
