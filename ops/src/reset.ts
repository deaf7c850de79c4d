import { FolderNotWritable } from '@fridge/server/writable-folder';
import { resetState, StateInUseError } from './product/state-lock.ts';
import { stateFolder } from './workspace.ts';

/** `npm run reset`: empties the state folder. Refused while somebody uses it. */
const { root } = stateFolder();
try {
  await resetState(root);
  console.log(`${root} is empty. The next npm start sets it up again.`);
} catch (error) {
  console.error(error instanceof StateInUseError || error instanceof FolderNotWritable ? `Nothing was removed: ${error.message}` : error);
  process.exitCode = 1;
}
