import { chmod, mkdir, rename, unlink } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { TooManyWaiting } from '../database/turns.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { describeFault, type Log } from '../log.ts';
import { LockHeld, takeLock } from '../process-lock.ts';
import type { Services } from '../services.ts';
import { LineTooLong, linesOf } from './lines.ts';
import { runCommand } from './run-command.ts';

const SILENCE_LIMIT_MS = 2 * 60_000;
const CONNECTIONS = 100;

export class SocketInUse extends Error {
  override name = 'SocketInUse';
}

interface OperatorSocket {
  close(): Promise<void>;
}

/**
 * Opens the socket, with a lock file `<socket>.lock` that names the server's process.
 * @throws SocketInUse when another server has it
 */
export async function openOperators(path: string, services: Services): Promise<OperatorSocket> {
  const lock = await takeLock(`${path}.lock`).catch((error: unknown) => {
    throw error instanceof LockHeld ? new SocketInUse(`The operator socket ${path} belongs to another server, ${error.holder.who}. ${error.holder.remedy}, or set OPERATOR_SOCKET to another path.`) : error;
  });
  try {
    const socket = await openSocket(path, services);
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

/**
 * A Unix socket that only its owner may open (`protocol.ts`).
 * @throws SocketInUse when another server answers there
 */
async function openSocket(path: string, services: Services): Promise<OperatorSocket> {
  await mkdir(dirname(path), { recursive: true });
  if (await isAnswered(path)) throw new SocketInUse(`Another server answers at ${path}. Stop it, or set OPERATOR_SOCKET to another path.`);

  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket)).on('error', () => socket.destroy());
    socket.setTimeout(SILENCE_LIMIT_MS, () => socket.destroy());
    answerLines(socket, services).catch((error: unknown) => giveUp(socket, error));
  });
  server.maxConnections = CONNECTIONS;
  // Restricted before it gets its name; the rename replaces a killed server's socket.
  const draft = `${path}.${process.pid}`;
  server.listen(draft);
  await once(server, 'listening');
  await chmod(draft, 0o600);
  await rename(draft, path);

  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of connections) socket.end();
      await unlink(path).catch(() => undefined);
      setTimeout(() => connections.forEach((socket) => socket.destroy()), 1_000).unref();
      await closed;
    },
  };
}

async function answerLines(socket: Socket, services: Services): Promise<void> {
  for await (const line of linesOf(socket)) {
    if (line.trim() === '') continue;
    socket.write(`${JSON.stringify(await answerLine(line, services, services.log))}\n`);
  }
  socket.end();
}

function giveUp(socket: Socket, error: unknown): void {
  if (!(error instanceof LineTooLong)) socket.destroy();
  else socket.end(`${JSON.stringify({ ok: false, error: 'The request is too long. Nothing was done: send it in parts.' })}\n`, () => socket.destroy());
}

async function answerLine(line: string, services: Services, log: Log): Promise<unknown> {
  try {
    return await runCommand(line, services);
  } catch (error) {
    if (error instanceof TooManyWaiting) return { ok: false, error: 'The database is busy. Nothing was changed: try again in a moment.' };
    log.error({ event: 'operatorFault', fault: describeFault(error) });
    if (isUnavailable(error)) return { ok: false, error: "The database didn't answer. Whether the command counted isn't known: look before you repeat it." };
    return { ok: false, error: 'The server failed at this command; its log says where. Nothing was changed.' };
  }
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = connect(path);
    attempt.once('connect', () => {
      attempt.destroy();
      resolve(true);
    });
    attempt.once('error', () => resolve(false));
  });
}
