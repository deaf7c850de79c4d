import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { commands } from '@fridge/server/commands/all';
import { socketAnswerSchema, type SocketRequest } from '@fridge/server/transports/socket-schema';
import * as v from 'valibot';

/** A command over all data takes seconds; the server gives the origins of a release 60 s. */
const ANSWER_LIMIT_MS = 120_000;

export type Events = Extract<v.InferOutput<typeof socketAnswerSchema>, { ok: true }>['events'];

/** In whose name, and how. */
export type Asker = Omit<SocketRequest, 'command' | 'fields'>;
/**
 * Asks over the operators' socket.
 * @throws with the server's reasons, which changed nothing, or with what to do when no server answers
 */
export async function askServer(
  socketPath: string,
  asked: SocketRequest,
): Promise<{ answer: unknown; events: Events }> {
  const answered = v.parse(socketAnswerSchema, JSON.parse(await post(socketPath, JSON.stringify(asked))));
  if (!answered.ok) throw new Error(answered.problems.join('\n'));
  const declared = Object.entries(commands).find(([name]) => name === asked.command)?.[1];
  if (declared === undefined) throw new Error(`There is no command ${asked.command}.`);
  const schema: v.GenericSchema = declared.answer;
  return { answer: v.parse(schema, answered.answer), events: answered.events };
}

function post(socketPath: string, body: string): Promise<string> {
  const mayBeDone = 'What it was asked may still be done.';
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new Error(message));
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request({ socketPath, method: 'POST', path: '/', headers, timeout: ANSWER_LIMIT_MS }, (response) => {
      text(response).then(resolve, () => fail(`The server ended before its answer did. ${mayBeDone}`));
    });
    sent.on('timeout', () => {
      fail(`The server didn't answer within ${ANSWER_LIMIT_MS / 1000} s. ${mayBeDone}`);
      sent.destroy();
    });
    sent.on('error', ({ code }: NodeJS.ErrnoException) =>
      fail(
        code === 'ECONNRESET'
          ? `The server closed the connection without an answer. ${mayBeDone}`
          : notConnected(socketPath, code),
      ),
    );
    sent.end(body);
  });
}

const notConnected = (socketPath: string, code: string | undefined): string =>
  code === 'EACCES' || code === 'EPERM'
    ? `This user may not speak to the server at ${socketPath}: it answers only to the user that it runs as.`
    : `No server listens at ${socketPath}. Start it (npm start; on a site: systemctl start fridge.target) and try again.`;
