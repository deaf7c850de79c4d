import { randomUUID } from 'node:crypto';
import { type Answer, signedText } from '@fridge/shared-contracts/page';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { works } from '../activities/contest/tables.ts';
import { copy } from '../edge/copy.ts';
import { authorizationOf, pathOf, post, signed, signedUnbound } from '../testing/client.ts';
import { recipeOf, uploaded } from '../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { contestClock, startTestServer, type TestServer } from '../testing/test-server.ts';

/** An attacker with a signed call and its authorization, but without the key. */

type Form = Record<string, string>;

let server: TestServer;
let household: TestHousehold;
let images: string[];
beforeAll(async () => {
  server = await startTestServer(contestClock);
  household = await addHousehold(server.queries);
  images = await uploaded(household, server.url, 2);
});
beforeEach(() => server.queries.delete(works));
afterAll(() => server.close());

const refused: Answer = { code: 400, msg: copy['server.param'], data: null };
const send = async (path: string, form: Form) =>
  post(`${server.url}${path}`, form, { authorization: await authorizationOf(household.userId) });
const saveWork = (form: Form) => send(pathOf(contestCalls.saveWork), form);

const everything = (): Form => ({
  ...recipeOf(household, images),
  spec: 'BCD-501',
  requestId: randomUUID(),
  materials: '番茄',
  tips: '趁热吃',
  CookTime: '2',
  headImgUrl: 'https://files.example/image/me.jpg',
  steps: JSON.stringify([{ image: '', stepDesc: '切块' }]),
});

/** The same signed text, split into other fields. */
function cutAnew(captured: Form, change: (form: Form) => Form): Form {
  const anew = change(captured);
  expect(signedText(anew)).toBe(signedText(captured));
  expect(anew).not.toEqual(captured);
  return anew;
}

/** One field is moved into the value of another. */
const fold =
  (name: string, into: string) =>
  ({ [name]: folded = '', ...rest }: Form): Form => ({ ...rest, [into]: `${rest[into]}${name}${folded}` });

/** Pages bind the nonce to the values; other clients may not. */
const clients = [
  ['a page', signed],
  ['a client without bound nonces', signedUnbound],
] as const;

describe.each(clients)('a call of %s counts once, however its text is split', (_, signedBy) => {
  it.each([
    ['phone', 'nonce'],
    ['type', 'time_stamp'],
    ['homeId', 'fridgeId'],
  ])('with %s in its %s', async (name, into) => {
    const { userId, phone, homeId, fridgeId } = household;
    const captured = signedBy({ userId, phone, homeId, fridgeId, type: recordType.sharedCampaign });
    expect((await send(pathOf(sharingCalls.annualRecord), captured)).code).toBe(0);
    expect((await send(pathOf(sharingCalls.annualRecord), cutAnew(captured, fold(name, into)))).code).toBeOneOf([
      400, 403,
    ]);
  });

  it('as another call of the same fields', async () => {
    const captured = signedBy({ userId: household.userId });
    expect((await send(pathOf(sharingCalls.shareRecord), captured)).code).toBe(0);
    expect(await send('/activity/getMyPrize', captured)).toMatchObject({ code: 409 });
  });

  it('also with a second nonce among its texts', async () => {
    const other = randomUUID();
    const captured = signedBy({ ...recipeOf(household, images), nickName: `小林nonce${other}requestId` });
    const again = cutAnew(captured, (form) => ({
      ...form,
      nickName: '小林',
      nonce: other,
      requestId: `nonce${form['nonce']}`,
    }));
    const expected = signedBy === signed ? 0 : 400;
    expect([(await saveWork(captured)).code, await saveWork(again)]).toEqual([expected, refused]);
  });

  it('also with a second time stamp among its texts', async () => {
    const later = String(Date.now() + 3_600_000);
    const captured = signedBy({ ...recipeOf(household, images), spec: `BCDtime_stamp${later}tips` });
    const again = cutAnew(captured, (form) => ({
      ...form,
      spec: 'BCD',
      time_stamp: later,
      tips: `time_stamp${form['time_stamp']}`,
    }));
    const expected = signedBy === signed ? 0 : 400;
    expect([(await saveWork(captured)).code, (await saveWork(again)).code]).toEqual([expected, 400]);
  });
});

describe("an intercepted call can't be changed", () => {
  it.each([
    ['devicePhone', 'desc'],
    ['nickName', 'materials'],
    ['spec', 'requestId'],
    ['steps', 'spec'],
  ] as const)('with %s in %s', async (name, into) => {
    const captured = signed(everything());
    expect(await saveWork(cutAnew(captured, fold(name, into)))).toEqual(refused);
    expect(await server.queries.$count(works)).toBe(0);
    expect((await saveWork(captured)).code).toBe(0);
  });

  it('with an added field, or a moved boundary', async () => {
    const { nickName: _, ...own } = everything();
    const captured = signed({ ...own, cookName: '冰箱desc菜', materials: '番茄nickName某人' });
    const longer = cutAnew(captured, (form) => ({ ...form, materials: '番茄', nickName: '某人' }));
    const moved = cutAnew(captured, (form) => ({ ...form, cookName: '冰箱', desc: `菜desc${form['desc']}` }));
    expect([await saveWork(longer), await saveWork(moved), (await saveWork(captured)).code]).toEqual([
      refused,
      refused,
      0,
    ]);
  });

  it('and under the nonce that it was signed with', async () => {
    const captured = signed(everything());
    const nonce = (captured['nonce'] ?? '').replace('-8', '-4');
    expect((await saveWork({ ...captured, nonce })).msg).toBe(copy['server.sign']);
    expect((await saveWork(signedUnbound({ ...everything(), nonce: captured['nonce'] ?? '' }))).code).toBe(400);
  });
});

describe.each(clients)('texts are stored as written, sent by %s', (_, signedBy) => {
  it.each([
    ['an ordinary word', { cookName: 'Indescribable', desc: 'Indescribable tips on nickName, spec and steps' }],
    [
      'the names of fields',
      { cookName: 'descdevicePhone', desc: '我的fridgeId是F1，homeId是H1，image、materials、nonce、token' },
    ],
    ['a field with its value', { desc: '好吃devicePhone13800001001', tips: 'userIdU1001time_stamp1' }],
    [
      'every name in every text',
      Object.fromEntries(
        ['cookName', 'desc', 'materials', 'nickName', 'tips'].map((name) => [name, 'deschomeIdspectips']),
      ),
    ],
  ])('%s', async (_name, texts: Form) => {
    const own: Form = { ...everything(), ...texts, desc: `${texts['desc'] ?? ''}${everything()['desc']}` };
    expect(await saveWork(signedBy(own))).toMatchObject({ code: 0 });
    const [stored] = await server.queries.select().from(works);
    expect(stored).toMatchObject({
      cookName: own['cookName'],
      desc: own['desc'],
      tips: own['tips'],
      materials: own['materials'],
    });
  });
});
