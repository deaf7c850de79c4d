import { endOnSignals } from '../end-on-signals.ts';
import { startServer } from '../server-process.ts';

/**
 * Starts a server that never gets ready, as a first start on a slow machine looks for a while; prints its process id.
 */
endOnSignals();
await startServer(
  [process.execPath, '-e', 'console.log(process.pid); setInterval(() => {}, 1000)'],
  process.env,
  'http://localhost:9',
  true,
);
