import { connect, type Socket } from 'node:net';
import { operatorAnswerSchema, operatorCommands, type OperatorRequest } from '@fridge/server/operator/protocol';
import { linesOf } from '@fridge/server/operator/socket-lines';
import * as v from 'valibot';

/** A command over all data takes seconds. */
const ANSWER_LIMIT_MS = 30_000;
/** The server gives the origins of a release 60 s. */
const PUBLISH_LIMIT_MS = 90_000;

const limitOf = ({ command }: OperatorRequest): number =>
  command === 'registry.publish' ? PUBLISH_LIMIT_MS : ANSWER_LIMIT_MS;

/** The server changed nothing; the message says why. */
export class ServerRefused extends Error {
  override name = 'ServerRefused';
}

export type AnswerTo<Name extends OperatorRequest['command']> = v.InferOutput<
  (typeof operatorCommands)[Name]['answer']
>;

export type Ask = <Request extends OperatorRequest>(request: Request) => Promise<AnswerTo<Request['command']>>;

/**
 * Asks over the operator socket, one line of JSON each way.
 * @throws ServerRefused; an error with what to do when no server answers
 */
export async function askServer<Request extends OperatorRequest>(
  socketPath: string,
  request: Request,
): Promise<AnswerTo<Request['command']>> {
  const answer = v.parse(
    operatorAnswerSchema,
    JSON.parse(await exchangeLine(socketPath, JSON.stringify(request), limitOf(request))),
  );
  if (!answer.ok) throw new ServerRefused(answer.error);
  const schema: v.GenericSchema = operatorCommands[request.command].answer;
  return v.parse(schema, answer.data) as AnswerTo<Request['command']>; // parsed by this command's schema
}

async function exchangeLine(socketPath: string, line: string, limitMs: number): Promise<string> {
  const socket = connect(socketPath);
  const mayBeDone = 'What it was asked may still be done.';
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (message: string) => reject(new Error(message));
      socket.once('error', (error: NodeJS.ErrnoException) => fail(notConnected(socketPath, error.code)));
      socket.setTimeout(limitMs, () => fail(`The server didn't answer within ${limitMs / 1000} s. ${mayBeDone}`));
      firstLine(socket).then(resolve, () => fail(`The server closed the connection without an answer. ${mayBeDone}`));
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

const notConnected = (socketPath: string, code: string | undefined): string =>
  code === 'EACCES' || code === 'EPERM'
    ? `This user may not speak to the server at ${socketPath}: it answers only to the user that it runs as.`
    : `No server listens at ${socketPath}. Start it (npm start; on a site: systemctl start fridge.target) and try again.`;
