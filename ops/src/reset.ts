import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { planPorts } from './ports.ts';
import { checkPorts } from './processes/check-ports.ts';
import { stateFolder } from './workspace.ts';

/** `npm run reset`: empties the state folder. Refused while the product runs on it. */
const { root } = stateFolder();
try {
  await checkPorts(planPorts(process.env['PORT']));
  if (existsSync(root)) await rm(root, { recursive: true, force: true });
  console.log(`${root} is empty. The next npm start sets it up again.`);
} catch (error) {
  console.error(`Nothing was removed: the product seems to be running. End it first (Ctrl-C).\n${error instanceof Error ? error.message : ''}`);
  process.exitCode = 1;
}
