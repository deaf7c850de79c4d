import type { FastifyInstance } from 'fastify';
import type { Log } from '../log/log.ts';

/**
 * Closes listeners: new connections are refused, idle ones closed, requests under way answered, uploads included. What
 * isn't answered within the limit is cut off.
 * @returns whether everything was answered
 */
export async function drain(
  apps: readonly FastifyInstance[],
  { limitMs, log }: { limitMs: number; log: Log },
): Promise<boolean> {
  let complete = true;
  const limit = setTimeout(() => {
    complete = false;
    for (const { server } of apps) {
      server.getConnections((_error, connections) => log.warn({ event: 'drainCutOff', connections }));
      server.closeAllConnections();
    }
  }, limitMs);
  try {
    await Promise.all(apps.map((app) => app.close()));
  } finally {
    clearTimeout(limit);
  }
  return complete;
}
