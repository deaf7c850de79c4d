import { FolderNotWritable } from '@fridge/server/writable-folder';
import { resetState, StateInUseError } from './product/state-lock.ts';
import { stateFolder } from './workspace.ts';

/** `npm run reset`: empties the state folder unless it is in use. */
const { root } = stateFolder();
try {
  await resetState(root);
  console.log(`${root} is empty. The next npm start sets it up again.`);
} catch (error) {
  const isRefusal = error instanceof StateInUseError || error instanceof FolderNotWritable;
  console.error(isRefusal ? `Nothing was removed: ${error.message}` : error);
  process.exitCode = 1;
}
