import { writeSync } from 'node:fs';
import type { Environment } from './environment.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** After the listeners have drained, for the database and the rest. */
const CLOSING_LIMIT_MS = 10_000;

/**
 * Runs until SIGTERM, SIGINT, or the end of its IPC channel (`npm start`); a second signal ends it at once. One during
 * the start ends it too: nothing is served yet, and what a start writes is written whole.
 * @returns whether every request was answered
 */
export async function serve(environment: Environment): Promise<boolean> {
  const { SHUTDOWN_GRACE_MS, SHUTDOWN_LIMIT_MS, HEARTBEAT_FD } = environment;
  let server: RunningServer | null = null;
  let ending = false;
  const ended = new Promise<boolean>((resolve, reject) => {
    const end = () => {
      if (ending) process.exit(1);
      if (server === null) process.exit(0);
      ending = true;
      setTimeout(() => process.exit(1), SHUTDOWN_GRACE_MS + SHUTDOWN_LIMIT_MS + CLOSING_LIMIT_MS).unref();
      server.close().then(resolve, reject);
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  });
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  server = await startServer(environment);
  if (HEARTBEAT_FD !== undefined) beat(HEARTBEAT_FD);
  return ended;
}

const BEAT_MS = 1_000;

/**
 * Writes a line now and each second for as long as the event loop turns, for whoever ends a program that hangs
 * (deploy/systemd/with-heartbeat). Synchronously: pictures may keep the threads of asynchronous writes busy for
 * seconds.
 * @param fd of a pipe
 */
export function beat(fd: number): void {
  const write = () => {
    try {
      writeSync(fd, '\n');
    } catch {
      // Its reader is gone, and with it whoever would act.
    }
  };
  write();
  setInterval(write, BEAT_MS).unref();
}
