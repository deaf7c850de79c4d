import { LockHeld, takeLock } from '../process-lock.ts';
import type { Services } from '../services.ts';
import { openOperatorSocket, type OperatorSocket, SocketInUse } from './operator-socket.ts';

/**
 * Opens the operator socket with a lock beside it, `<socket>.lock`, which names the server's process.
 * @throws SocketInUse when another server has it
 */
export async function openOperators(path: string, services: Services): Promise<OperatorSocket> {
  const lock = await takeLock(`${path}.lock`).catch((error: unknown) => {
    throw error instanceof LockHeld ? new SocketInUse(`The operator socket ${path} belongs to another server, ${error.holder.who}. ${error.holder.remedy}, or set OPERATOR_SOCKET to another path.`) : error;
  });
  try {
    const socket = await openOperatorSocket(path, services);
    return {
      async close() {
        await socket.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
