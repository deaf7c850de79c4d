import { expect, it } from 'vitest';
import { dishesOf } from './dishes.ts';
import { createBackend } from './server.ts';

it.each([
  [['F1'], 0, ['1', '2', '3']],
  [['F1', 'F2'], 3, ['4', '1', '2']],
  [[], 3, []],
])('the dishes of %j on day %i', (fridges, day, ids) => {
  expect(dishesOf(fridges, day).map(({ id }) => id)).toEqual(ids);
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
