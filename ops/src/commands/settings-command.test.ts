import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { answeringServer } from './testing/answering-server.ts';

const { answering, run, path, asked } = answeringServer();

it('lets the server check settings, those in force or a file', async () => {
  const checked = (fields: object) => ({
    ok: true,
    data: { serial: null, wrong: [], doubtful: [], set: [], ...fields },
  });
  await answering(
    checked({ serial: 4, doubtful: ['windows.drwa: no route'], set: ['windows.draw.end'] }),
    checked({ wrong: ['apiBase: an origin'], doubtful: ['limits.usr: no setting'] }),
    checked({ set: ['windows.draw.end'] }),
    checked({}),
  );
  expect(await run('settings', 'check')).toEqual({
    code: 2,
    output: 'settings 4:\n  windows.drwa: no route\nThe rest of it counts.',
  });
  const file = path('other.json');
  await writeFile(file, '{ "half": ');
  const { code, output } = await run('settings', 'check', file, '--json');
  expect([code, JSON.parse(output)]).toMatchObject([2, { problems: ['apiBase: an origin', 'limits.usr: no setting'] }]);
  expect(asked()).toEqual([{ command: 'settings.check' }, { command: 'settings.check', text: '{ "half": ' }]);
  expect(await run('settings', 'check', file)).toEqual({
    code: 0,
    output: `${file} is fine. It sets windows.draw.end.`,
  });
  expect(await run('settings', 'check', file)).toEqual({ code: 0, output: `${file} is fine. It sets nothing.` });
  expect(await run('settings', 'check', path('none.json'))).toMatchObject({
    code: 1,
    output: expect.stringContaining("can't be read"),
  });
});
