import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { operatorAnswerSchema, operatorDataSchemas, type OperatorRequest } from '@fridge/server/operator-protocol';

/** A command over the whole data may take a while; a server that is silent for this long won't answer. */
const ANSWER_LIMIT_MS = 30_000;

type AnswerTo<Name extends OperatorRequest['command']> = v.InferOutput<(typeof operatorDataSchemas)[Name]>;

/**
 * Asks the running server through its operator socket: one JSON line there, one back.
 * @throws with what to do when no server listens, it stays silent, or it refuses
 */
export async function askServer<Request extends OperatorRequest>(socketPath: string, request: Request): Promise<AnswerTo<Request['command']>> {
  const answer = v.parse(operatorAnswerSchema, JSON.parse(await exchangeLine(socketPath, JSON.stringify(request))));
  if (!answer.ok) throw new Error(answer.error);
  const schema: v.GenericSchema = operatorDataSchemas[request.command];
  return v.parse(schema, answer.data) as AnswerTo<Request['command']>; // parsed by this very command's schema
}

async function exchangeLine(socketPath: string, line: string): Promise<string> {
  const socket = connect(socketPath);
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.once('error', () => reject(new Error(`No server listens at ${socketPath}. Start it (npm start) and try again.`)));
      socket.setTimeout(ANSWER_LIMIT_MS, () => reject(new Error(`The server didn't answer within ${ANSWER_LIMIT_MS / 1000} s. What it was asked may still be done: look with "draw list".`)));
      const lines = createInterface({ input: socket });
      lines.on('error', () => undefined);
      lines.once('line', resolve);
      lines.once('close', () => reject(new Error('The server closed the connection without an answer. What it was asked may be done: look with "draw list".')));
      socket.write(`${line}\n`);
    });
  } finally {
    socket.destroy();
  }
}
