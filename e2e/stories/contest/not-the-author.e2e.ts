import { answerCode } from '@fridge/shared-contracts';
import { contestCalls, photoShareFields } from '@fridge/shared-contracts/activities/contest';
import { openDetail } from '../../contest/detail-answer.ts';
import { latestWork, worksOf } from '../../contest/review.ts';
import { callAs } from '../../draw/call-as.ts';
import { expect, test } from '../../fixtures/story.ts';
import { toastOn } from '../../screen.ts';
import { commonWords, contestWords, hostWords, serverWords } from '../../words.ts';

test('a stranger reads nothing of a work that waits, and changes nothing of any', async ({
  nativeApp,
  newContext,
  listedHouseholds,
  households,
  product,
}) => {
  const author = listedHouseholds.eligible;
  const stranger = households.granted;
  const mine = await worksOf(product, author);
  const [waiting, approved] = [mine.find(({ status }) => status === 0), mine.find(({ status }) => status === 1)];
  if (!waiting || !approved) throw new Error('The household shows no work that waits, or none that is approved.');
  const personal = [author.mobile, ...author.fridges.map(({ fridgeId }) => fridgeId)];
  const [fridge] = stranger.fridges;
  const fridgeId = fridge?.fridgeId ?? '';

  const read = await callAs(product, stranger, contestCalls.getWorkDetail, { id: waiting.id });
  expect(read).toMatchObject({ code: answerCode.notYours, msg: serverWords['server.work.forbidden'], data: null });
  const shown = await callAs(product, stranger, contestCalls.getWorkDetail, { id: approved.id });
  expect(shown).toMatchObject({ code: 0, data: { editPermission: 0 } });
  for (const value of personal) expect(JSON.stringify(shown)).not.toContain(value);
  for (const key of ['phone', 'devicePhone', 'fridgeId', 'mark']) expect(shown.data).not.toHaveProperty(key);

  const share = photoShareFields({ images: waiting.image, desc: '不是我的', phone: stranger.mobile });
  const tries = [
    callAs(product, stranger, contestCalls.delWork, { id: waiting.id }),
    callAs(product, stranger, contestCalls.updateWork, { id: waiting.id, fridgeId, ...share }),
    // Somebody else's picture in one's own work.
    callAs(product, stranger, contestCalls.submitEntries, { fridgeId, ...share }),
    // An approved work, even by its author.
    callAs(product, author, contestCalls.delWork, { id: approved.id }),
  ];
  for (const answer of await Promise.all(tries)) {
    expect(answer.code).not.toBe(0);
    expect(answer.msg).not.toBe('');
  }
  expect(await worksOf(product, author)).toEqual(mine);

  const app = await nativeApp('ios', stranger);
  await app.open(`/detail?cookId=${waiting.id}`);
  await expect(toastOn(app.page)).toHaveText(serverWords['server.work.forbidden']);
  await expect(app.page.getByRole('alert')).toHaveText(contestWords['contest.detail.fail']);
  await app.open(`/edit?cookId=${approved.id}`);
  await expect(app.page).toHaveURL(/\/detail/);
  await expect(app.page.getByRole('heading', { level: 1 })).toHaveText(approved.cookName);
  await expect(
    app.page.getByRole('button', { name: contestWords['contest.detail.headerDelete'], exact: true }),
  ).toHaveCount(0);

  const outside = await (await newContext()).newPage();
  expect(await openDetail(outside, `${product.hostUrl}/detail?cookId=${waiting.id}`)).toMatchObject({ data: null });
  await outside.goto(`${product.hostUrl}/works`);
  await outside.getByRole('button', { name: contestWords['contest.works.upload'] }).click();
  await expect(outside).toHaveTitle(hostWords['host.share.docTitle']);
});

test('nobody makes a work of the household without a fridge', async ({
  nativeApp,
  listedHouseholds,
  households,
  product,
}) => {
  const app = await nativeApp('ios', households.withoutFridge);
  for (const path of ['/works', '/upload']) {
    await app.open(path);
    await expect(app.page.getByText(commonWords['host.bind.title'])).toBeVisible();
  }
  const answer = await callAs(product, households.withoutFridge, contestCalls.submitEntries, {
    fridgeId: listedHouseholds.eligible.fridges[0]?.fridgeId ?? '',
    image: (await latestWork(product, listedHouseholds.eligible)).image.join(','),
    desc: '没有冰箱',
    phone: households.withoutFridge.mobile,
  });
  expect(answer.code).not.toBe(0);
});
