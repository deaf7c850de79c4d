import { contestCalls, recipeProblem } from '@fridge/shared-contracts/activities/contest';
import sharp from 'sharp';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { callAs } from '../testing/client.ts';
import { shownAt } from '../testing/contest.ts';
import { startTestServer } from '../testing/test-server.ts';

it('gives U1001 a valid work of each status, with pictures', { timeout: 60_000 }, async () => {
  const server = await startTestServer({ DEMO: '1' });
  try {
    const works = v.parse(
      contestCalls.getMyWorks.data,
      (await callAs({ userId: 'U1001' }, server.url, contestCalls.getMyWorks)).data,
    );
    expect(works.map(({ status, mark }) => [status, mark])).toEqual([
      [0, ''],
      [-1, expect.stringContaining('图片不够清晰')],
      [1, ''],
    ]);
    for (const { cookName, desc, image, CookTime, materials, tips, steps } of works.filter(
      (work) => work.cookName !== '',
    )) {
      expect(recipeProblem({ cookName, desc, images: image, cookTime: CookTime, materials, tips, steps })).toBeNull();
    }
    for (const address of works
      .flatMap(({ image, steps }) => [...image, ...steps.map((step) => step.image)])
      .filter((each) => each !== '')) {
      const response = await fetch(shownAt(server.url, address));
      const { width, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([response.status, format, (width ?? 0) >= 686]).toEqual([200, 'jpeg', true]);
    }
  } finally {
    await server.close();
  }
});
