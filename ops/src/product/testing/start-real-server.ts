import { join } from 'node:path';
import { inRepository, stateFolder } from '../../workspace.ts';
import { startServer } from '../server-process.ts';

/** Starts the server from source on a state and a port (`PORT`), keeps it until it is killed, and says when it's ready. */
const state = stateFolder();
const port = process.env['PORT'] ?? '';
await startServer(
  [process.execPath, '--import', 'tsx', inRepository('server/src/main.ts')],
  {
    PATH: process.env['PATH'],
    DEMO: '1',
    PORT: port,
    DATA_DIR: state.data,
    UPLOADS_DIR: state.uploads,
    SETTINGS_FILE: join(state.root, 'settings.json'),
    OPERATOR_SOCKET: state.operatorSocket,
  },
  `http://localhost:${port}`,
  false,
);
console.log('ready');
