import { randomUUID } from 'node:crypto';
import { type Answer, signedText } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { works } from '../activities/contest/tables.ts';
import { copy } from '../copy.ts';
import { authorizationOf, pathOf, post, signed } from '../testing/client.ts';
import { recipeOf, uploaded } from '../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { contestClock, startTestServer, type TestServer } from '../testing/test-server.ts';

/** What somebody can do who got hold of a signed call and of its authorization, and doesn't have the key. */

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
const send = async (path: string, form: Form) => post(`${server.url}${path}`, form, { authorization: await authorizationOf(household.userId) });
const saveWork = (form: Form) => send(pathOf(contestCalls.saveWork), form);

const everything = (): Form => ({
  ...recipeOf(household, images), spec: 'BCD-501', requestId: randomUUID(), materials: '番茄', tips: '趁热吃', CookTime: '2', headImgUrl: 'https://files.example/image/me.jpg',
  steps: JSON.stringify([{ image: '', stepDesc: '切块' }]),
});

/** The same signed text, with the fields cut in another way. */
function cutAnew(captured: Form, change: (form: Form) => Form): Form {
  const anew = change(captured);
  expect(signedText(anew)).toBe(signedText(captured));
  expect(anew).not.toEqual(captured);
  return anew;
}

/** One field goes into the value of another. */
const fold = (name: string, into: string) => ({ [name]: folded = '', ...rest }: Form): Form => ({ ...rest, [into]: `${rest[into]}${name}${folded}` });

describe('a call that arrived counts once, however it is cut', () => {
  it.each([['phone', 'nonce'], ['type', 'time_stamp'], ['homeId', 'fridgeId']])('with %s in its %s', async (name, into) => {
    const { userId, phone, homeId, fridgeId } = household;
    const captured = signed({ userId, phone, homeId, fridgeId, type: recordType.sharedCampaign });
    expect((await send(pathOf(sharingCalls.annualRecord), captured)).code).toBe(0);
    expect((await send(pathOf(sharingCalls.annualRecord), cutAnew(captured, fold(name, into)))).code).toBe(400);
  });

  it('as another call of the same fields', async () => {
    const captured = signed({ userId: household.userId });
    expect((await send(pathOf(sharingCalls.shareRecord), captured)).code).toBe(0);
    expect(await send('/activity/getMyPrize', captured)).toMatchObject({ code: 409 });
  });

  it('with a nonce of its own among its texts', async () => {
    const other = randomUUID();
    const captured = signed({ ...recipeOf(household, images), nickName: `小林nonce${other}requestId` });
    const again = cutAnew(captured, (form) => ({ ...form, nickName: '小林', nonce: other, requestId: `nonce${form['nonce']}` }));
    expect([await saveWork(captured), await saveWork(again)]).toEqual([refused, refused]);
    expect(await server.queries.$count(works)).toBe(0);
  });
});

describe('a call that arrived counts only now', () => {
  it('and at no time that stood among its texts', async () => {
    const later = String(Date.now() + 3_600_000);
    const captured = signed({ ...recipeOf(household, images), spec: `BCDtime_stamp${later}tips` });
    const again = cutAnew(captured, (form) => ({ ...form, spec: 'BCD', time_stamp: later, tips: `time_stamp${form['time_stamp']}` }));
    expect(await saveWork(captured)).toEqual(refused);
    expect(await saveWork(again)).toMatchObject({ code: 400 });
  });
});

describe('a call that was held back arrives as it was meant, or not at all', () => {
  it.each([['devicePhone', 'desc'], ['nickName', 'materials'], ['spec', 'requestId'], ['steps', 'spec']] as const)('with %s in %s', async (name, into) => {
    const captured = signed(everything());
    expect(await saveWork(cutAnew(captured, fold(name, into)))).toEqual(refused);
    expect(await server.queries.$count(works)).toBe(0);
    expect((await saveWork(captured)).code).toBe(0);
  });

  it('without a text from which a field more could be cut', async () => {
    const { nickName: _, ...own } = recipeOf(household, images);
    expect(await saveWork(signed({ ...own, materials: '番茄nickName某人' }))).toEqual(refused);
  });
});
