import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { kitFile } from '../../kit-files.ts';
import { loadRelease } from '../load-release.ts';
import { runIn } from '../testing/run-in.ts';

let folder = '';

/** A remote with a backend, whose packages are installed. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-kit-add-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(kitFile('../node_modules'), join(folder, 'node_modules'), 'junction');
  const { code, text } = await runIn(folder, 'create', 'picnic', '--team', 'outdoors', '--backend', '--folder', 'made');
  expect([code, text]).toEqual([0, expect.stringContaining('made')]);
});

const add = (...args: string[]) => runIn(join(folder, 'made'), 'add', ...args);
const read = (path: string) => readFile(join(folder, 'made', path), 'utf8');
const all = async () =>
  Promise.all(['release.config.ts', 'src/copy.ts', 'src/calls.ts', 'backend/server.ts'].map((path) => read(path)));

it('adds screens, with their routes and words', async () => {
  expect(await add('screen', 'near-spots')).toMatchObject({
    code: 0,
    out: expect.stringContaining('src/screens/near-spots/near-spots-screen.tsx\n'),
  });
  expect((await add('screen', 'people')).code).toBe(0);
  expect((await loadRelease(join(folder, 'made'))).routes).toEqual([
    expect.objectContaining({ path: '/picnic' }),
    { path: '/picnic/near-spots', title: 'near-spots', screen: screenOf('near-spots'), window: null },
    { path: '/picnic/people', title: 'people', screen: screenOf('people'), window: null },
  ]);
  expect(await read(screenOf('near-spots'))).toContain('function NearSpotsScreen(');
  expect(await read('src/screens/near-spots/near-spots-screen.test.tsx')).toContain("copy['near-spots.heading']");
});

const screenOf = (name: string) => `src/screens/${name}/${name}-screen.tsx`;

it('adds calls, which the release lists and both the fake host and the backend answer', async () => {
  expect((await add('call', 'near-spots')).out).toContain('host.requests.call(calls.nearSpots)');
  expect((await add('call', 'people')).code).toBe(0);
  expect(await loadRelease(join(folder, 'made'))).toMatchObject({
    calls: ['/team/outdoors/picnic/near-spots', '/team/outdoors/picnic/people'],
  });
  const answers = await read('stand-alone/answers.ts');
  for (const key of ['nearSpots', 'people']) expect(answers).toContain(`fake.answer(calls.${key}, given(`);
  const server = await read('backend/server.ts');
  expect(server.match(/import .* from '@fridge\/remote-kit\/fastify';/g)).toHaveLength(1);
  expect(server.match(/answerCall\(scope, calls\.\w+,/g)).toHaveLength(2);
});

it('writes nothing that is there already', async () => {
  await add('screen', 'people');
  await add('call', 'people');
  const before = await all();
  for (const what of ['screen', 'call'])
    expect(await add(what, 'people')).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was written') });
  expect(await all()).toEqual(before);
});

it('tells what to add by hand to a file of another form, and writes nothing', async () => {
  await writeFile(join(folder, 'made/backend/server.ts'), 'export const server = null;\n');
  const before = await all();
  expect(await add('call', 'people')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/backend\/server\.ts has another form.*By hand: answerCall\(scope, calls\.people,/),
  });
  expect(await all()).toEqual(before);
});

it.each([
  [['page', 'people'], 'It takes screen or call'],
  [['screen', 'NearSpots'], 'small letters and hyphens'],
  [['screen', '../people'], 'small letters and hyphens'],
  [['call'], 'missing required argument'],
])('%j is wrong usage', async (args, message) => {
  expect(await add(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
