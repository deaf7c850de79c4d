import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { callAs } from '../../testing/client.ts';
import { photoShareOf, recipeOf, uploadAs, uploaded } from '../../testing/contest.ts';
import { addHousehold } from '../../testing/households.ts';
import { smallPicture } from '../../testing/photos.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { works } from './tables.ts';

/** The contest ends on 13 October 2021 at 23:59:59; it takes new works until five days before (spec section 9). */
it.each([
  ['an hour before the last five days', '2021-10-08T22:59:59+08:00', { submit: null, upload: null, edit: null }],
  ['the last five days begin', '2021-10-08T23:59:59+08:00', { submit: 'server.work.closed', upload: null, edit: null }],
  ['the last hour', '2021-10-13T23:00:00+08:00', { submit: 'server.work.closed', upload: null, edit: null }],
  ['the end', '2021-10-14T00:00:00+08:00', { submit: 'server.ended', upload: 'server.ended', edit: 'server.ended' }],
] as const)("%s, by the server's clock", { timeout: 90_000 }, async (_, DEMO_CLOCK, expected) => {
  const server = await startTestServer({ DEMO_CLOCK });
  try {
    const household = await addHousehold(server.queries);
    const { account, work } = { account: household, work: 'oldwork' };
    await server.queries.insert(works).values({
      id: work,
      userId: account.userId,
      kind: 'photoShare',
      cookName: '',
      desc: '旧',
      phone: '13912345678',
      devicePhone: '',
      fridgeId: '',
      spec: '',
      nickName: '',
      headImgUrl: '',
      cookTime: '',
      materials: '',
      tips: '',
      addedAt: new Date(0),
      submittedAt: new Date(0),
    });
    const upload = await uploadAs(household, server.url, await smallPicture());
    const message = (key: keyof typeof copy | null) => (key === null ? '' : copy[key]);
    expect(upload.msg).toBe(message(expected.upload));
    const images =
      expected.upload === null
        ? await uploaded(household, server.url, 2)
        : ['http://localhost/uploads/0123456789abcdef0123456789abcdef.jpg'];
    const answers = [
      await callAs(household, server.url, contestCalls.saveWork, recipeOf(household, images)),
      await callAs(household, server.url, contestCalls.submitEntries, photoShareOf(household, images)),
    ];
    expect(answers.map(({ msg }) => msg)).toEqual([message(expected.submit), message(expected.submit)]);
    expect(
      (await callAs(household, server.url, contestCalls.updateWork, { id: work, ...photoShareOf(household, images) }))
        .msg,
    ).toBe(message(expected.edit));
    // Showing and deleting are always allowed.
    expect((await callAs(household, server.url, contestCalls.getWorkDetail, { id: work })).code).toBe(0);
    expect((await callAs(household, server.url, contestCalls.delWork, { id: work })).code).toBe(0);
  } finally {
    await server.close();
  }
});
