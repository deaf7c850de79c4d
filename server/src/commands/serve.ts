import type { Environment } from '../environment.ts';
import { startServer } from '../start-server.ts';

/** After the listeners have drained, for the database and the rest. */
const CLOSING_LIMIT_MS = 10_000;

/**
 * Runs until SIGTERM, SIGINT, or the end of its IPC channel (`npm start`); a second signal ends it at once.
 * @returns whether every request was answered
 */
export async function serve(environment: Environment): Promise<boolean> {
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const { SHUTDOWN_GRACE_MS, SHUTDOWN_LIMIT_MS } = environment;
  const server = await startServer(environment);
  return new Promise<boolean>((resolve, reject) => {
    let ending = false;
    const end = () => {
      if (ending) process.exit(1);
      ending = true;
      setTimeout(() => process.exit(1), SHUTDOWN_GRACE_MS + SHUTDOWN_LIMIT_MS + CLOSING_LIMIT_MS).unref();
      server.close().then(resolve, reject);
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  });
}
