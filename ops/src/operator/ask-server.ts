import { connect, type Socket } from 'node:net';
import * as v from 'valibot';
import { linesOf, operatorAnswerSchema, operatorDataSchemas, type OperatorRequest } from '@fridge/server/operator-protocol';

/** A command over the whole data may take a while; a server that is silent for this long won't answer. */
const ANSWER_LIMIT_MS = 30_000;

/** The server understood and said no; its message tells why, and nothing was changed. */
export class ServerRefused extends Error {
  override name = 'ServerRefused';
}

type AnswerTo<Name extends OperatorRequest['command']> = v.InferOutput<(typeof operatorDataSchemas)[Name]>;

/**
 * Asks the running server through its operator socket: one JSON line there, one back.
 * @throws ServerRefused when it says no; otherwise with what to do: no server listens, or it stays silent
 */
export async function askServer<Request extends OperatorRequest>(socketPath: string, request: Request): Promise<AnswerTo<Request['command']>> {
  const answer = v.parse(operatorAnswerSchema, JSON.parse(await exchangeLine(socketPath, JSON.stringify(request))));
  if (!answer.ok) throw new ServerRefused(answer.error);
  const schema: v.GenericSchema = operatorDataSchemas[request.command];
  return v.parse(schema, answer.data) as AnswerTo<Request['command']>; // parsed by this very command's schema
}

function notConnected(socketPath: string, code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return `This user may not speak to the server at ${socketPath}: it answers only to the user that it runs as.`;
  return `No server listens at ${socketPath}. Start it (npm start) and try again.`;
}

async function exchangeLine(socketPath: string, line: string): Promise<string> {
  const socket = connect(socketPath);
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.once('error', (error: NodeJS.ErrnoException) => reject(new Error(notConnected(socketPath, error.code))));
      socket.setTimeout(ANSWER_LIMIT_MS, () => reject(new Error(`The server didn't answer within ${ANSWER_LIMIT_MS / 1000} s. What it was asked may still be done.`)));
      firstLine(socket).then(resolve, () => reject(new Error('The server closed the connection without an answer. What it was asked may be done.')));
      socket.write(`${line}\n`);
    });
  } finally {
    socket.destroy();
  }
}

async function firstLine(socket: Socket): Promise<string> {
  for await (const line of linesOf(socket)) return line;
  throw new Error('the connection was closed');
}
