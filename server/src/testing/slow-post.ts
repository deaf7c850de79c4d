import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Sends a form's head and half of its body, and waits until the server has received them.
 * @returns sends the rest and reads the answer
 */
export async function startPosting(url: string, body: string): Promise<{ finish(): Promise<unknown> }> {
  // Offers keep-alive, as browsers do.
  const sent = request(url, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) },
  });
  const half = Math.floor(body.length / 2);
  await new Promise<void>((resolve) => sent.write(body.slice(0, half), () => resolve()));
  await sleep(500);
  return {
    async finish() {
      sent.end(body.slice(half));
      const [response] = (await once(sent, 'response')) as [IncomingMessage]; // what node:http emits with this event
      return json(response);
    },
  };
}
