import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { addHousehold } from '../../testing/households.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { SENT_AT_ONCE } from './serve-pictures.ts';
import { pictures } from './tables.ts';

const S3 = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it('holds few pictures of an object store for readers who read none of them', { timeout: 60_000 }, async () => {
  const content = Buffer.alloc(8 * 1024 * 1024); // more than sockets take
  let held = 0;
  const read = async () => {
    held += 1;
    return { bytes: content.length, content: Readable.from([content]) };
  };
  const storage = { read, write: async () => undefined, remove: async () => undefined };
  const server = await startTestServer(S3, undefined, storage);
  const { userId } = await addHousehold(server.queries);
  const name = `${'a'.repeat(32)}.jpg`;
  await server.queries.insert(pictures).values({ name, userId });
  const sockets: Socket[] = [];
  try {
    for (let each = 0; each < SENT_AT_ONCE + 20; each += 1) {
      const socket = connect(Number(new URL(server.url).port), 'localhost').pause();
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      socket.write(`GET /uploads/${name} HTTP/1.1\r\nhost: api\r\n\r\n`);
    }
    await expect.poll(() => held, { timeout: 10_000 }).toBe(SENT_AT_ONCE);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(held).toBe(SENT_AT_ONCE);
    sockets.slice(0, 30).forEach((socket) => socket.destroy());
    await expect.poll(() => held, { timeout: 10_000 }).toBe(SENT_AT_ONCE + 20);
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await server.close();
  }
});
