import { type FakeHost, given } from '@fridge/remote-kit/testing';
import { contestCalls, type Work, workSchema } from '@fridge/shared-contracts/activities/contest';
import * as v from 'valibot';
import { sampleWork } from '../src/screens/detail/sample/sample-work.ts';

const work = (fields: object): Work => ({
  ...v.parse(workSchema, { ...sampleWork, editPermission: 1, nickName: '小麦', ...fields }),
  image: sampleWork.image,
  steps: sampleWork.steps,
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const slow = async <Data>(data: Data) => (await pause(400), given(data));

/** Works in all three statuses, and a slow server. */
export default function prepare(fake: FakeHost): void {
  let works = [
    work({ id: '1', status: 0, addTime: '2021-09-20 09:12' }),
    work({ id: '2', status: 1, drawId2: 12, cookName: '冰箱里的一周晚餐，每天十五分钟', addTime: '2021-09-12 20:01' }),
    work({ id: '3', status: -1, mark: '图片不够清晰，请更换后重新提交', cookName: '', phone: '13900002001' }),
  ];
  fake.control.supports = (method) => method !== 'choosePhotos';
  fake.control.windows = { contest: { start: null, end: new Date(Date.now() + 30 * 86_400_000).toISOString() } };
  fake.answer(contestCalls.getMyWorks, () => slow(works));
  fake.answer(contestCalls.getWorkDetail, ({ id }) => {
    const found = works.find((one) => one.id === id);
    return found ? slow(found) : { ok: false, reason: 'notice', code: 204, message: '作品不存在或已删除' };
  });
  fake.answer(contestCalls.delWork, ({ id }) => {
    works = works.filter((one) => one.id !== id);
    return given(null);
  });
  fake.answer(contestCalls.uploadWork, async (_, { onProgress, signal }) => {
    for (let sent = 0; sent < 1; sent += 0.1) {
      await pause(120);
      if (signal?.aborted) return { ok: false, reason: 'aborted', code: 0, message: '' };
      onProgress?.(sent);
    }
    return given({ imgUrl: `${sampleWork.image[0] ?? ''}#${crypto.randomUUID()}` });
  });
  fake.answer(contestCalls.saveWork, () => slow({ id: '9' }));
  fake.answer(contestCalls.submitEntries, () => slow({ id: '9' }));
  fake.answer(contestCalls.updateWork, () => slow({ id: '1' }));
}
