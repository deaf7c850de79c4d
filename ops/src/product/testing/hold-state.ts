import { stateFolder } from '../../workspace.ts';
import { lockState } from '../state-lock.ts';

/** Has a state folder as a running product has it, until it is killed; prints its process id once it has. */
await lockState(stateFolder());
console.log(process.pid);
setInterval(() => undefined, 1_000);
