import { writeSync } from 'node:fs';

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
