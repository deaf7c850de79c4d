import { stateFolder } from '../../workspace.ts';
import { lockState } from '../state-lock.ts';

/**
 * Has a state folder as a running product has it, until it is killed, or for a moment (`briefly`); prints its process
 * id.
 */
await lockState(stateFolder());
console.log(process.pid);
if (process.argv[2] === 'briefly') process.exit(0);
setInterval(() => undefined, 1_000);
