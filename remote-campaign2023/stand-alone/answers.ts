import { type FakeHost, given } from '@fridge/remote-kit/testing';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';

/** B is right. */
export default function prepare(fake: FakeHost): void {
  let asked = 0;
  fake.answer(campaignCalls.isDirect, given({}));
  fake.answer(campaignCalls.getNewAnswer, () => {
    asked += 1;
    return given({
      questionId: `q${asked}`,
      problem: '江苏居民峰谷电价的峰段是哪个时段？',
      options: ['6:00-18:00', '8:00-21:00', '21:00-8:00'],
    });
  });
  fake.answer(campaignCalls.answerQuestion, ({ correctAnswer }) => given({ correct: correctAnswer === 'B' }));
  fake.answer(sharingCalls.annualRecord, given({ added: 0 }));
  fake.answer(sharingCalls.shareRecord, given(null));
}
