import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request's bytes, and what tells a good answer: what its body begins with. */
export type LoadCall = { request: Buffer; good: Buffer };

/** `answered`: good answers; the calls were sent in their order. `latencies`: of each, ms. */
export type LoadResult = { answered: number; seconds: number; latencies: number[] };

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('content-length: ');
const OK = Buffer.from('HTTP/1.1 200');

/**
 * Sends calls over kept connections, each with one call at a time, until the time is up or no call is left. Sockets and
 * not an HTTP client: what the load costs is taken from the servers on the same machine.
 * @throws with an answer that isn't good
 */
export async function sendCalls(
  calls: readonly LoadCall[],
  { ports, connections, ms }: { ports: readonly number[]; connections: number; ms: number },
): Promise<LoadResult> {
  const sockets = Array.from({ length: connections }, (_, index) =>
    connect({ host: '127.0.0.1', port: ports[index % ports.length] ?? 0, noDelay: true }),
  );
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const result: LoadResult = { answered: 0, seconds: 0, latencies: [] };
    const began = performance.now();
    const left = calls.values();
    const next = () => (performance.now() < began + ms ? left.next().value : undefined);
    await Promise.all(sockets.map((socket) => sendInTurn(socket, next, result)));
    result.seconds = (performance.now() - began) / 1_000;
    return result;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function sendInTurn(socket: Socket, next: () => LoadCall | undefined, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    let call: LoadCall | undefined;
    let sentAt = 0;
    let received: Buffer | null = null;
    const send = () => {
      call = next();
      if (call === undefined) return resolve();
      received = null;
      sentAt = performance.now();
      socket.write(call.request);
    };
    socket
      .on('data', (chunk: Buffer) => {
        if (call === undefined) return;
        received = received === null ? chunk : Buffer.concat([received, chunk]);
        const body = completeBody(received);
        if (body === null) return;
        const isGood = received.indexOf(OK) === 0 && body.subarray(0, call.good.length).equals(call.good);
        if (!isGood) return reject(new Error(`A call under load failed: ${body.toString('utf8', 0, 200)}`));
        result.answered += 1;
        result.latencies.push(performance.now() - sentAt);
        send();
      })
      .once('error', reject)
      .once('close', () => reject(new Error('A server closed a connection under load.')));
    send();
  });
}

/** @returns `null` until the answer is complete */
function completeBody(answer: Buffer): Buffer | null {
  const headEnd = answer.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const at = answer.indexOf(LENGTH);
  if (at < 0 || at > headEnd) throw new Error('An answer without a length.');
  const length = Number(answer.toString('latin1', at + LENGTH.length, answer.indexOf('\r', at)));
  const body = answer.subarray(headEnd + HEAD_END.length);
  return body.length < length ? null : body;
}
