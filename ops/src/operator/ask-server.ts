import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';

/** A command over the whole data may take a while; a server that is silent for this long won't answer. */
const ANSWER_LIMIT_MS = 30_000;

const answerSchema = v.variant('ok', [
  v.object({ ok: v.literal(true), data: v.unknown() }),
  v.object({ ok: v.literal(false), error: v.string() }),
]);

/**
 * Asks the running server through its operator socket: one JSON line there, one back.
 * @throws with what to do when no server listens, it stays silent, or it refuses
 */
export async function askServer(socketPath: string, request: Record<string, unknown>): Promise<unknown> {
  const socket = connect(socketPath);
  try {
    const line = await new Promise<string>((resolve, reject) => {
      socket.once('error', () => reject(new Error(`No server listens at ${socketPath}. Start it (npm start) and try again.`)));
      socket.setTimeout(ANSWER_LIMIT_MS, () => reject(new Error(`The server didn't answer within ${ANSWER_LIMIT_MS / 1000} s. What it was asked may still be done: look with "draw list".`)));
      const lines = createInterface({ input: socket });
      lines.on('error', () => undefined);
      lines.once('line', resolve);
      lines.once('close', () => reject(new Error('The server closed the connection without an answer. What it was asked may be done: look with "draw list".')));
      socket.write(`${JSON.stringify(request)}\n`);
    });
    const answer = v.parse(answerSchema, JSON.parse(line));
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  } finally {
    socket.destroy();
  }
}
