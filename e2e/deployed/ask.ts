import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';

export type Asked = { status: number; body: string; headers: IncomingMessage['headers']; repeated: string[] };

/** One request by HTTP/1.1, with the answer as it came. `repeated`: names of headers that it has more than once. */
export async function ask(url: string, options: RequestOptions = {}, body = ''): Promise<Asked> {
  const sent = request(url, { agent: false, ...options }).end(body);
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('unreachable');
  const names = answer.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    repeated: names.filter((name, index) => names.indexOf(name) !== index),
    body: await text(answer),
  };
}
