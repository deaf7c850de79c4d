import { type FakeHost, given } from '@fridge/remote-kit/testing';
import { drawCalls, type Prize, prizeSchema } from '@fridge/shared-contracts/activities/draw';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import * as v from 'valibot';

const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
const prize = (fields: object): Prize => v.parse(prizeSchema, { deadline: inAWeek, ...fields });
const prizes = [
  prize({ id: '1', giftName: '三明治机', level: 2 }),
  prize({ id: '2', giftName: '超市卡', level: 3, isVirtual: true, exchangeCode: 'CODE-0001', exchangePwd: 'SECRET-1' }),
  prize({
    id: '6',
    giftName: '冷柜',
    level: 1,
    userName: '张三',
    userPhone: '13900002001',
    userAddress: '江苏省南京市玄武区 中山路1号',
    carrier: '顺丰速运',
    trackingNumber: 'SF1234567890123',
    shippedAt: new Date().toISOString(),
  }),
];

/** By the draws left. */
const levels = [null, 3, null, 2];

/** Three draws, four prizes; answers take 500 ms. */
export default function prepare(fake: FakeHost): void {
  let left = 3;
  fake.answer(drawCalls.getSurplusNum, () => given({ left, everHad: true, hasReport: true }));
  fake.answer(drawCalls.draw, async ({ requestId }) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const level = levels[left % levels.length] ?? null;
    left = Math.max(0, left - 1);
    return given({ requestId, id: '4', level, giftName: '', isVirtual: level === 3, surplusNum: left });
  });
  fake.answer(drawCalls.getMyGiftList, given(prizes));
  fake.answer(drawCalls.myGift, given([]));
  fake.answer(drawCalls.getMyPrize, given([prize({ id: '3', kind: 'coupon', giftName: '10元电费券' })]));
  fake.answer(drawCalls.saveAddress, given(null));
  fake.answer(sharingCalls.annualRecord, () => {
    left += 1;
    return given({ added: 1, surplusNum: left });
  });
}
