import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { requestLog } from './request-id.ts';

const UUID = /^[\da-f-]{36}$/;

/** The id of a request from an address with a header. */
function idOf(address: string, header: string | undefined, TRUSTED_PROXIES: string[]): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
  return requestLog({ TRUSTED_PROXIES }).genReqId({ headers: { 'x-request-id': header }, socket });
}

describe("a request's id", () => {
  it.each([
    ['10.1.2.3', 'f00dfeed-0001', true],
    ['::ffff:10.1.2.3', 'f00dfeed-0001', true],
    ['fd00::7', 'f00dfeed-0001', true],
    ['192.0.2.1', 'f00dfeed-0001', true],
    ['192.0.2.2', 'f00dfeed-0001', false],
    ['2001:db8::1', 'f00dfeed-0001', false],
    ['', 'f00dfeed-0001', false],
    ['10.1.2.3', undefined, false],
    ['10.1.2.3', 'short', false],
    ['10.1.2.3', 'x'.repeat(65), false],
    ['10.1.2.3', 'with a space in it', false],
    ['10.1.2.3', '12345678"}\n{"event":"forged', false],
  ])('from %s with %j: taken %s', (address, header, isTaken) => {
    const id = idOf(address, header, ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
    expect(id === header).toBe(isTaken);
    if (!isTaken) expect(id).toMatch(UUID);
  });

  it('is our own without a trusted proxy', () => expect(idOf('127.0.0.1', 'f00dfeed-0001', [])).toMatch(UUID));
});

describe('the log', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.0/8,::1', INSTANCE: 'north-1' });
  });
  afterAll(() => server.close());

  it("joins a proxy's log by the request's id, and names the instance in every line", async () => {
    const sent = { 'x-request-id': 'f00dfeed-0002' };
    const answer = await fetch(`${server.url}/live`, { headers: sent });
    expect(answer.headers.get('x-request-id')).toBe('f00dfeed-0002');
    const lines = () =>
      server.logged.map((line): Record<string, unknown> => JSON.parse(line) as Record<string, unknown>); // each line is an object
    await expect
      .poll(() => lines().find(({ event, route }) => event === 'request' && route === '/live'))
      .toMatchObject({ requestId: 'f00dfeed-0002', instance: 'north-1' });
    expect(lines().every(({ instance }) => instance === 'north-1')).toBe(true);
  });
});
