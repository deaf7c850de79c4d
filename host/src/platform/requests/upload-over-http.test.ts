// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clockHeaders } from '@fridge/shared-contracts/page';
import { upload } from './upload.ts';

let server: Server;
const got: { headers: Record<string, unknown>; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization',
      'access-control-expose-headers': clockHeaders.real,
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response
        .writeHead(200, { ...cors, 'content-type': 'application/json', [clockHeaders.real]: '1714521600000' })
        .end('{"code":0,"data":{"id":"w1"}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

it('reaches a server as multipart, and returns its answer and its clock', async () => {
  const { port } = server.address() as AddressInfo; // it listens on a port
  const answer = await upload(`http://127.0.0.1:${port}/activity/uploadWork`, {
    headers: { authorization: 'Basic eA==' },
    fields: { name: '早餐', token: 'abc' },
    files: { cover: new File(['pixels'], 'cover.jpg', { type: 'image/jpeg' }) },
    limit: { signal: new AbortController().signal, progress: () => {} },
    bodyLimit: 1_000,
    onProgress: () => {},
    createXhr: () => new XMLHttpRequest(),
  });
  expect(answer).toMatchObject({ ok: true, text: '{"code":0,"data":{"id":"w1"}}' });
  expect(answer.ok && answer.headers.get(clockHeaders.real)).toBe('1714521600000');
  expect(got[0]?.headers).toMatchObject({
    authorization: 'Basic eA==',
    'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
  });
  expect(got[0]?.body).toContain('name="name"\r\n\r\n早餐');
  expect(got[0]?.body).toMatch(/name="cover"; filename="cover.jpg"[\s\S]*pixels/);
});
