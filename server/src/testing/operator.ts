import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { socketAnswerSchema, type SocketRequest } from '../transports/socket-schema.ts';

type Asked = Partial<SocketRequest>;
type Answer = { ok: boolean; data?: unknown; error?: string; events?: v.InferOutput<typeof answered>['events'] };

const answered = socketAnswerSchema.options[0];

/** Asks over the operators' socket, one request after another. @returns an answer for each */
export async function askOperator(path: string, ...requests: object[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const asked of requests) {
    const { command = '', by = 'Lin', why, expected, dryRun, confirmed, ...fields }: Asked = { ...asked };
    answers.push(await send(path, { command, fields, by, why, expected, dryRun, confirmed }));
  }
  return answers;
}

async function send(path: string, asked: SocketRequest): Promise<Answer> {
  const answer = v.parse(socketAnswerSchema, JSON.parse(await post(path, JSON.stringify(asked))));
  if (!answer.ok) return { ok: false, error: answer.problems.join('\n') };
  return { ok: true, data: answer.answer, events: answer.events };
}

/** @returns what the socket answers to a body */
export const post = (socketPath: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent: ClientRequest = request({ socketPath, method: 'POST', path: '/', headers }, (response) => {
      text(response).then(resolve, reject);
    });
    sent.on('error', reject).end(body);
  });

/** Codes as a file that `draw import-codes` takes. */
export const codeFile = (codes: readonly { code: string; pwd: string }[], name?: string) => ({
  ...(name !== undefined && { name }),
  text: ['code,pwd', ...codes.map(({ code, pwd }) => `${code},${pwd}`)].join('\n'),
});

type Canary = { release?: string; percent: number; steps?: { percent: number; minutes: number } };

/** A canary as the fields of the command. */
export const canaryFields = ({ steps, ...canary }: Canary) => ({
  ...canary,
  ...(steps && { grow: steps.percent, every: steps.minutes }),
});
