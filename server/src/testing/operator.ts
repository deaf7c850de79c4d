import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';

const answerSchema = v.object({ ok: v.boolean(), data: v.optional(v.unknown()), error: v.optional(v.string(), '') });

/** Sends lines to the operator socket. @returns an answer for each, in order */
export async function askOperator(path: string, ...requests: unknown[]): Promise<v.InferOutput<typeof answerSchema>[]> {
  const socket = connect(path);
  await once(socket, 'connect');
  const answers: v.InferOutput<typeof answerSchema>[] = [];
  socket.write(
    requests.map((request) => `${typeof request === 'string' ? request : JSON.stringify(request)}\n`).join(''),
  );
  for await (const line of createInterface({ input: socket })) {
    answers.push(v.parse(answerSchema, JSON.parse(line)));
    if (answers.length === requests.length) break;
  }
  socket.destroy();
  return answers;
}
