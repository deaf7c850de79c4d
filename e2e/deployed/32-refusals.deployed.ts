import { expect } from '@playwright/test';
import { hostWords, serverWords } from '../words.ts';
import { ask } from './ask.ts';
import { test } from './story.ts';

const busy = { code: 500, msg: serverWords['server.internal'], data: null };

test('while no program answers a person reads what to do, and calls get the envelope', async ({ app, site, guard }) => {
  guard.expectFailedLoads(/activities\.example/);
  const { page } = app;
  await app.open('/');
  await site.web1.sh('systemctl stop fridge@1 fridge@2');
  try {
    const call = () =>
      page.evaluate(async (api) => {
        const headers = { authorization: 'Basic eDp5' };
        return (await fetch(`${api}/activity/getWorkList`, { method: 'POST', headers })).json();
      }, site.apiUrl);
    expect(await call()).toEqual(busy);
    expect((await ask(`${site.apiUrl}/ready`)).status).toBe(503);

    await app.open('/draw?brand=1');
    await expect(page.getByRole('alert')).toHaveText(serverWords['server.internal']);
  } finally {
    await site.web1.sh('systemctl start fridge@1 fridge@2');
  }
  await page.getByRole('link', { name: hostWords['host.remote.retry'] }).click();
  await expect(page.locator('#root')).not.toBeEmpty();
  expect(page.url()).toBe(`${site.hostUrl}/draw?brand=1`);
});

test('calls go on while one of two programs hangs', async ({ site }) => {
  const pid = await site.web1.sh('systemctl show fridge@1 --property=MainPID --value');
  await site.web1.sh(`kill -STOP ${pid}`);
  try {
    const call = async () => {
      const { body } = await ask(`${site.apiUrl}/activity/nothing`, { method: 'POST' });
      const answer = JSON.parse(body) as { code: number }; // the wire's envelope
      return answer.code;
    };
    const codes: number[] = [];
    const oneAfterTheOther = async () => {
      for (let count = 0; count < 10; count += 1) codes.push(await call());
    };
    await Promise.all(Array.from({ length: 4 }, oneAfterTheOther));
    // Those that it took hang until the proxy gives them up; others go by it.
    expect(codes.filter((code) => code === 500).length).toBeLessThanOrEqual(8);
    expect(codes.filter((code) => code === 400).length).toBeGreaterThanOrEqual(32);
    expect((await ask(`${site.hostUrl}/`)).status).toBe(200);
  } finally {
    await site.web1.sh(`kill -CONT ${pid}`);
  }
});
