import { readEnvironment, StartRefused } from './environment.ts';
import { describeFault } from './log.ts';
import { startServer } from './start-server.ts';
import { FolderNotWritable } from './writable-folder.ts';

/** For running requests at shutdown. */
const ENDING_LIMIT_MS = 10_000;

/**
 * Runs until SIGTERM, SIGINT, or the end of its IPC channel (`npm start`). Exits with 0 after a clean shutdown, else 1.
 */
async function main(): Promise<void> {
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const server = await startServer(readEnvironment(process.env));
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), ENDING_LIMIT_MS).unref();
    server.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Errors that an operator can fix as plain text, others as kind and place. */
function fail(error: unknown): void {
  const plain = error instanceof StartRefused || error instanceof FolderNotWritable || isAddressInUse(error);
  const text = plain ? error.message : JSON.stringify({ event: 'startFailed', fault: describeFault(error) });
  process.stderr.write(`${text}\n`, () => process.exit(1));
}

function isAddressInUse(error: unknown): error is Error {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return false;
  error.message = 'The port is in use by another program. Stop it, or set PORT to a free one.';
  return true;
}

main().catch(fail);
