import type { Environment } from '../environment.ts';
import { startServer } from '../start-server.ts';

/** For running requests at shutdown. */
const ENDING_LIMIT_MS = 10_000;

/** Runs until SIGTERM, SIGINT, or the end of its IPC channel (`npm start`); a second signal ends it at once. */
export async function serve(environment: Environment): Promise<void> {
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const server = await startServer(environment);
  await new Promise<void>((resolve, reject) => {
    let ending = false;
    const end = () => {
      if (ending) process.exit(1);
      ending = true;
      setTimeout(() => process.exit(1), ENDING_LIMIT_MS).unref();
      server.close().then(resolve, reject);
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  });
}
