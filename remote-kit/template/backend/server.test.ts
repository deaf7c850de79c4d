import { expect, it } from 'vitest';
import { createBackend } from './server.ts';

it('answers a probe', async () => {
  const backend = await createBackend({ team: 'team-name', api: 'https://api.example' }, { logger: false });
  expect(await backend.inject('/health')).toMatchObject({ statusCode: 200, body: 'ok' });
  await backend.close();
});
