import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ShownUser } from '@fridge/server/operator/user-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

const nobody: ShownUser = {
  foundBy: 'id',
  account: { userId: 'U1', phone: null, nickName: '', grid: '', supply: '', realNameVerified: false },
  homes: [],
  chancesLeft: null,
  drawsInAll: 0,
  draws: [],
  grants: [],
  prizesInAll: 0,
  prizes: [],
  worksInAll: 0,
  works: [],
};
const at = '2023-08-01T10:00:00+08:00';
const winner: ShownUser = {
  foundBy: 'phone',
  account: {
    userId: 'U1',
    phone: '138****1001',
    nickName: '林晓',
    grid: 'jiangsu',
    supply: 'lowVoltageResidential',
    realNameVerified: true,
  },
  homes: [
    { homeId: 'H1', fridges: [{ fridgeId: 'F1', sn8: '0000A001', spec: '', name: '智能冰箱', hasReport: true }] },
    { homeId: 'H2', fridges: [] },
  ],
  chancesLeft: 2,
  drawsInAll: 150,
  draws: [{ requestId: 'r1', level: null, giftName: '谢谢参与', drawnAt: at }],
  grants: [{ id: 'g1', kind: 'coupon', giftName: '10元电费券', grantedAt: at, deadline: at }],
  prizesInAll: 1,
  prizes: [
    {
      id: 'p1',
      level: 2,
      giftName: '三明治机',
      state: 'shipped',
      wonAt: at,
      deadline: at,
      shippedAt: at,
      carrier: '顺丰',
      trackingNumber: 'SF1',
    },
  ],
  worksInAll: 1,
  works: [
    { id: 'w1', kind: 'recipe', status: 'rejected', cookName: '红烧肉', mark: '不清晰', prize: 0, submittedAt: at },
  ],
};

let folder: string;
let server: Server;
let asked: unknown;
let data: ShownUser;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-users-'));
  server = createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      asked = JSON.parse(line);
      socket.write(`${JSON.stringify({ ok: true, data })}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'operator.sock'), resolve));
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});
const run = (...args: string[]) => runCli(['users', 'show', ...args], { env: { STATE_DIR: folder } });

it('shows what a user has, and asks with who and why', async () => {
  data = winner;
  const { code, output } = await run('13800001001', '--as', '王梅', '--why', 'a question', '--full');
  expect(asked).toEqual({ command: 'users.show', who: '13800001001', full: true, by: '王梅', why: 'a question' });
  expect([code, output]).toEqual([
    0,
    `U1  林晓  138****1001  found by phone
grid jiangsu, supply lowVoltageResidential, real name verified

homes:
home  fridge  sn8       spec  report  name
H1    F1      0000A001  -     yes     智能冰箱
H2    -       -         -     -       -

draws: 2 chances left
at                level  result
2023-08-01 10:00  -      谢谢参与
the latest 1 of 150

coupons and allowances:
at                kind    what        until
2023-08-01 10:00  coupon  10元电费券  2023-08-01 10:00

prizes:
at                prize  level  state    until             shipped           tracking  what
2023-08-01 10:00  p1     2      shipped  2023-08-01 10:00  2023-08-01 10:00  SF1       三明治机

works:
at                work  kind    status    prize  title   reason
2023-08-01 10:00  w1    recipe  rejected  -      红烧肉  不清晰`,
  ]);
});

it('says what a user lacks', async () => {
  data = nobody;
  expect((await run('U1')).output).toBe(`U1  (no name)  (no phone)
grid -, supply -, real name not verified

homes: none

draws: never had a chance

coupons and allowances: none

prizes: none

works: none`);
});

it('answers in JSON', async () => {
  data = winner;
  expect(JSON.parse((await run('U1', '--json')).output)).toEqual(winner);
});

it.each([[[]], [['']], [['U1', 'U2']], [['U1', '--as', ' ']]])('takes %j for a slip of the hand', async (args) =>
  expect(await run(...args)).toMatchObject({ code: 2 }),
);
