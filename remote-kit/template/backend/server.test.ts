import { expect, it } from 'vitest';
import { dishesOf } from './dishes.ts';
import { createBackend } from './server.ts';

it.each([
  [['F1'], ['1', '2']],
  [[], []],
])('the dishes of %j', (fridges, ids) => {
  expect(dishesOf(fridges).map(({ id }) => id)).toEqual(ids);
});

it('answers nobody but the API', async () => {
  const backend = await createBackend({ team: 'team-name', api: 'https://api.example' }, { logger: false });
  const forged = await backend.inject({
    method: 'POST',
    url: '/remote-name/dishes',
    headers: { 'team-identity': 'a.b.c' },
  });
  const health = await backend.inject('/health');
  expect([forged.statusCode, health.statusCode]).toEqual([401, 200]);
  await backend.close();
});
