import { inRepository, stateFolder } from '../../workspace.ts';
import { startServer } from '../server-process.ts';

/**
 * Starts the server from source on a state and a port (`PORT`), keeps it until it is killed, and says when it's ready.
 */
const state = stateFolder();
const port = process.env['PORT'] ?? '';
await startServer(
  [process.execPath, '--import', 'tsx', inRepository('server/src/main.ts')],
  {
    PATH: process.env['PATH'],
    DEMO: '1',
    PORT: port,
    LISTENERS: 'api',
    API_PORT: port,
    STATE_DIR: state.root,
  },
  `http://localhost:${port}/live`,
  false,
);
console.log('ready');
