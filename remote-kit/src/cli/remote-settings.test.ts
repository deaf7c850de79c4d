import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readRemoteSettings } from './remote-settings.ts';

const read = async (fields: object) => {
  const folder = await mkdtemp(join(tmpdir(), 'remote-kit-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const needed = { team: 'picnic', api: 'https://api.example', host: 'https://a.example', origin: null };
  await writeFile(join(folder, 'remote-kit.json'), JSON.stringify({ ...needed, ...fields }));
  return readRemoteSettings(folder);
};

it('takes a waiver of a rule with its reason', async () => {
  const waivers = [{ rule: 'targets', routes: ['/picnic'], reason: 'the library draws them at 40 px' }];
  expect(await read({ waivers })).toMatchObject({ waivers, sizeBudget: 65_536 });
});

it.each([
  [{ rule: 'size', reason: 'we like it large, really' }, /waivers\.0\.rule: one of floor, styles/],
  [{ rule: 'calls', reason: 'another team said so' }, /waivers\.0\.rule/],
  [{ rule: 'targets' }, /waivers\.0\.reason/],
  [{ rule: 'targets', reason: '   because' }, /waivers\.0\.reason: a reason of 10 characters or more/],
])('refuses the waiver %j', async (waiver, problem) => {
  await expect(read({ waivers: [waiver] })).rejects.toThrow(problem);
});
