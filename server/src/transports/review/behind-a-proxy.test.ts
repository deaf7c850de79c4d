import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../commands/all.ts';
import { askOperator } from '../../testing/operator.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** What browsers see; TLS ends at the proxy. */
const PUBLIC = 'https://operators.example';

type Answered = { status: number; headers: IncomingHttpHeaders; text: string };

describe.each(['keeps the host', 'names this machine'])('behind a proxy that %s', (kind) => {
  let server: TestServer;
  let proxy: Server;
  beforeAll(async () => {
    server = await startTestServer({
      DEMO: '1',
      LISTENERS: 'operations',
      OPERATIONS_PORT: '0',
      PUBLIC_OPERATIONS_ORIGIN: PUBLIC,
    });
    const port = server.ports.operations;
    proxy = createServer((incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const host = kind === 'keeps the host' ? headers.host : `127.0.0.1:${port}`;
      const passed = request({ host: '127.0.0.1', port, method, path: url, headers: { ...headers, host } });
      passed.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers)));
      incoming.pipe(passed);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  }, 60_000);
  afterAll(async () => {
    proxy.close();
    await server.close();
  });

  async function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<Answered> {
    const { port } = proxy.address() as AddressInfo; // it listens on a port
    const own = { host: new URL(PUBLIC).host, 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const sent = request({ host: '127.0.0.1', port, method, path, headers: own }).end(body);
    return new Promise((resolve, reject) => {
      sent.on('error', reject).on('response', (answer) => {
        let text = '';
        answer
          .on('data', (part: Buffer) => (text += part.toString()))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
    });
  }

  it('the link has the public address, the cookie is secure, and decisions count from there alone', async () => {
    const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command: 'works review', by: '王梅' });
    const { link } = v.parse(commands['works review'].answer, answer?.data);
    expect(link).toMatch(/^https:\/\/operators\.example\/enter\?key=/);
    // A link from a chat.
    const fromElsewhere = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const path = link.replace(PUBLIC, '');
    expect((await send('GET', path, fromElsewhere)).status).toBe(200);
    const entered = await send('POST', '/enter', { origin: PUBLIC }, path.replace('/enter?', ''));
    expect([entered.status, entered.headers.location]).toEqual([303, '/']);
    const [made = ''] = entered.headers['set-cookie'] ?? [];
    expect(made).toMatch(/^__Host-operator=[\w-]{32}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax/);
    const cookie = made.split(';')[0] ?? '';
    expect((await send('GET', '/', { cookie, ...fromElsewhere })).text).toContain('审核人：王梅');

    const form = 'id=demopending&revision=1';
    for (const origin of [
      'http://operators.example',
      'https://evil.example',
      `http://127.0.0.1:${server.ports.operations}`,
    ])
      expect((await send('POST', '/approve', { cookie, origin }, form)).status).toBe(403);
    const decided = await send('POST', '/approve', { cookie, origin: PUBLIC }, form);
    expect([decided.status, decided.headers.location]).toEqual([303, '/']);
    expect((await send('GET', '/', { cookie })).text).toContain('已通过');
    expect((await send('GET', '/', { cookie })).text).not.toContain('class="said');
  });
});
