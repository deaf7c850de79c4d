import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { answer, answerCall, teamBackend } from '@fridge/remote-kit/fastify';
import { defineCall } from '@fridge/shared-contracts';
import { type Answer, answerSchema } from '@fridge/shared-contracts/page';
import Fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../edge/copy.ts';
import { authorizationOf, signed } from '../testing/client.ts';
import { whileNothingIsRemoved } from '../testing/failing-removal.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { registerBackends } from '../testing/team-backends.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { maxUploads } from './team-calls.ts';

const photo = defineCall({
  path: '/team/picnic/photo',
  required: ['dish'],
  files: ['photo', 'label'],
  access: 'household',
  data: v.unknown(),
});

let server: TestServer;
let household: TestHousehold;
let backend: FastifyInstance;
let handled = 0;
const incoming = () => join(server.folder, 'uploads', 'incoming');

beforeAll(async () => {
  server = await startTestServer();
  household = await addHousehold(server.queries);
  await mkdir(incoming(), { recursive: true });
  backend = Fastify();
  const keys = `${server.url}/.well-known/jwks.json`;
  await backend.register(teamBackend, { team: 'picnic', api: 'http://api.example', keys });
  answerCall(backend, photo, async ({ fields, files, identity }) => {
    handled += 1;
    const { name, type } = files.photo;
    return answer({
      ...fields,
      name,
      type,
      bytes: (await files.photo.arrayBuffer()).byteLength,
      userId: identity.userId,
    });
  });
  await backend.listen({ port: 0, host: '127.0.0.1' });
  await registerBackends(server, { picnic: backend.listeningOrigin });
});
afterAll(async () => {
  await backend.close();
  await server.close();
});

type Parts = [name: string, value: string | File][];
const small = (name = 'photo') => new File(['PNG'], '菜 "1".png', { type: name === 'photo' ? 'image/png' : '' });
const call = (change: Record<string, string> = {}): Parts => Object.entries(signed({ dish: '饺子', ...change }));
const files = (): Parts => [
  ['photo', small()],
  ['label', small('label')],
];

async function send(parts: Parts, { asGuest = false } = {}): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  const response = await fetch(`${server.url}${String(photo.path)}`, {
    method: 'POST',
    body,
    headers: asGuest ? {} : { authorization: await authorizationOf(household.userId) },
  });
  const { code, msg, data } = v.parse(answerSchema, await response.json());
  return { code, msg: msg ?? '', data };
}
const refusal = (code: number, words: keyof typeof copy): Answer => ({ code, msg: copy[words], data: null });

describe('a call with files', () => {
  it('reaches the backend with fields and files, and leaves none behind', async () => {
    expect(await send([...call(), ...files()])).toEqual({
      code: 0,
      msg: '',
      data: { dish: '饺子', name: '菜 "1".png', type: 'image/png', bytes: 3, userId: household.userId },
    });
    expect(await readdir(incoming())).toEqual([]);
  });

  it('of some megabytes reaches it whole', async () => {
    const large = new File([new Uint8Array(6 * 1024 * 1024)], 'a.png');
    expect(await send([...call(), ['photo', large], ['label', small()]])).toMatchObject({
      data: { bytes: 6 * 1024 * 1024 },
    });
  });

  it.each<[string, () => Promise<Answer>, Answer]>([
    ['of a guest', () => send([...call(), ...files()], { asGuest: true }), refusal(401, 'server.auth')],
    ['unsigned', () => send([['dish', '1'], ...files()]), refusal(400, 'server.sign')],
    [
      'with a changed field',
      () => send([...call().filter(([name]) => name !== 'dish'), ['dish', '1'], ...files()]),
      refusal(400, 'server.sign'),
    ],
    ['with a field after a file', () => send([...call(), ...files(), ['more', '1']]), refusal(400, 'server.param')],
    ['with files first', () => send([...files(), ...call()]), refusal(400, 'server.sign')],
    ['with a field twice', () => send([...call(), ['dish', '1'], ...files()]), refusal(400, 'server.param')],
    ['without files', () => send(call()), refusal(400, 'server.param')],
    ['with ids of others', () => send([...call({ fridgeId: 'F' }), ...files()]), refusal(403, 'server.param')],
    [
      'with ten files',
      () => send([...call(), ...Array.from({ length: 10 }, (): [string, File] => ['photo', small()])]),
      refusal(400, 'server.param'),
    ],
    [
      'that is too large',
      () =>
        send([
          ...call(),
          ['photo', new File([new Uint8Array(11 * 1024 * 1024)], 'a')],
          ['label', new File([new Uint8Array(11 * 1024 * 1024)], 'b')],
        ]),
      refusal(413, 'server.upload.size'),
    ],
  ])('%s is refused before the backend, and leaves no file behind', async (_, ask, expected) => {
    const before = handled;
    expect(await ask()).toEqual(expected);
    expect(handled).toBe(before);
    expect(await readdir(incoming())).toEqual([]);
  });

  it('is answered, and counts no longer, when its file stays', async () => {
    expect(await whileNothingIsRemoved(() => send([...call(), ...files()]))).toMatchObject({ code: 0 });
    expect(server.services.userCounts.uploadsUnderWay.of(household.userId)).toBe(0);
    for (const name of await readdir(incoming())) await rm(join(incoming(), name));
  });

  it('is one of as many as its team may have, which leaves room for others', async () => {
    await registerBackends(server, { picnic: backend.listeningOrigin, garden: 'http://127.0.0.1:1' });
    const users = await Promise.all([1, 2, 3].map(() => addHousehold(server.queries)));
    const tokens = await Promise.all(users.map(({ userId }) => authorizationOf(userId)));
    const begin = (team: string, authorization: string | undefined = '') => {
      const headers = { authorization, 'content-type': 'multipart/form-data; boundary=b' };
      const sent = request(`${server.url}/team/${team}/photo`, { method: 'POST', headers, agent: false });
      sent.on('error', () => undefined);
      const fields = call().map(
        ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
      );
      sent.write(`${fields.join('')}--b\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nPNG`);
      return sent;
    };
    const held = Array.from({ length: maxUploads.ofReceiver }, (_, index) => begin('picnic', tokens[index % 3]));
    await expect.poll(() => readdir(incoming()), { timeout: 10_000 }).toHaveLength(held.length);
    const answerOf = async (team: string) => {
      const sent = begin(team, await authorizationOf(household.userId)).end('\r\n--b--\r\n');
      const [response] = (await once(sent, 'response')) as [IncomingMessage]; // what node:http emits with this event
      return json(response);
    };
    expect(await answerOf('picnic')).toMatchObject({ code: 429 });
    expect(await answerOf('garden')).toMatchObject({ code: 500 });
    held.forEach((sent) => sent.destroy());
    await expect.poll(() => readdir(incoming()), { timeout: 10_000 }).toEqual([]);
  });

  it('to a backend that is down gets a sentence, and leaves no file behind', async () => {
    await registerBackends(server, { picnic: 'http://127.0.0.1:1' });
    expect(await send([...call(), ...files()])).toEqual(refusal(500, 'server.internal'));
    expect(await readdir(incoming())).toEqual([]);
  });
});
