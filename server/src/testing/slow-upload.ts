import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { authorizationOf, pathOf, signed } from './client.ts';
import type { TestHousehold } from './households.ts';

const part = (disposition: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n${content}`;

/**
 * Sends an upload's fields and half of its file on a connection that offers keep-alive.
 * @returns sends the rest and reads the answer; or breaks the connection
 */
export async function startUploading({ userId, fridgeId }: TestHousehold, serverUrl: string, picture: Buffer) {
  const fields = Object.entries(signed({ fridgeId })).map(([name, value]) =>
    part(`name="${name}"`, `\r\n${value}\r\n`),
  );
  const file = part('name="imgUrl"; filename="a.jpg"', 'content-type: image/jpeg\r\n\r\n');
  const body = Buffer.concat([Buffer.from([...fields, file].join('')), picture, Buffer.from('\r\n--b--\r\n')]);
  const half = body.length - Math.floor(picture.length / 2);
  const sent = request(`${serverUrl}${pathOf(contestCalls.uploadWork)}`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      authorization: await authorizationOf(userId),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': body.length,
    },
  });
  sent.on('error', () => undefined);
  await new Promise<void>((resolve) => sent.write(body.subarray(0, half), () => resolve()));
  return {
    async finish(): Promise<{ headers: IncomingHttpHeaders; answer: unknown }> {
      const answered = once(sent, 'response');
      sent.end(body.subarray(half));
      const [response] = (await answered) as [IncomingMessage]; // what node:http emits with this event
      return { headers: response.headers, answer: await json(response) };
    },
    abandon: () => sent.destroy(),
  };
}
