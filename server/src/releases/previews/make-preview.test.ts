import { contractText } from '@fridge/shared-contracts';
import { teamAnswerSchemas } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { documentText } from '../../documents/documents.ts';
import { events } from '../../history/tables.ts';
import { makeTeamKey, sendAsTeam, type TeamSigner } from '../../testing/teams.ts';
import { startTestServer, testOrigin, type TestServer } from '../../testing/test-server.ts';
import { previews } from './tables.ts';

const baseUrl = 'http://localhost:5199/';
const [major = 0, minor = 0] = contractText.split('.').map(Number);
const sound = {
  name: 'picnic',
  version: '1.4.0',
  contract: contractText,
  title: '野餐',
  description: '',
  entry: 'remoteEntry-1.js',
  scripts: [{ file: 'remoteEntry-1.js', integrity: `sha384-${'a'.repeat(64)}`, bytes: 1 }],
  styles: [],
  routes: ['/picnic'],
  picture: null,
  bridge: [],
  requires: [],
  calls: ['/team/picnic/baskets'],
  publicParameters: [],
};

let server: TestServer;
let key: TeamSigner;
let otherKey: TeamSigner;
const by = { by: 'test', why: '', way: 'command' } as const;
const change = (name: 'settings' | 'teams', document: object) =>
  server.services.configuration.change(name, by, () => documentText(document));
const teamWith = ({ keyId, publicKey }: TeamSigner, remotes: string[]) => ({
  remotes,
  origins: ['https://picnic.example'],
  backend: null,
  keys: [{ id: keyId, publicKey }],
});

beforeAll(async () => {
  server = await startTestServer({ ADDRESS_LIMIT_PER_MINUTE: '100000' });
  [key, otherKey] = [await makeTeamKey(), await makeTeamKey()];
  await change('teams', { teams: { picnic: teamWith(key, ['picnic']), other: teamWith(otherKey, ['other']) } });
});
afterAll(() => server.close());
beforeEach(() => change('settings', { previews: true }));

const ask = (fields: object = {}, release: object = {}, team = { team: 'picnic', key }) =>
  sendAsTeam(server.url, team, 'preview', { release: JSON.stringify({ ...sound, ...release }), baseUrl, ...fields });

it('answers with a link at the host’s origin, and writes down who made it', async () => {
  const { code, data } = await ask();
  expect(code).toBe(0);
  const made = v.parse(teamAnswerSchemas.preview, data);
  expect(made.url).toMatch(new RegExp(`^${testOrigin}/preview/[\\w-]{43}$`));
  expect(made.url).not.toContain(made.id);
  expect(Math.round((made.expiresAt - Date.now()) / 3_600_000)).toBe(12);
  const stored = JSON.stringify(await server.queries.select().from(previews));
  for (const secret of [made.id, made.url.split('/').at(-1) ?? '']) {
    expect(stored).not.toContain(secret);
    expect(server.logged.join()).not.toContain(secret);
  }
  const [event] = await server.queries.select().from(events).where(eq(events.command, 'preview'));
  expect(event).toMatchObject({ about: ['picnic', 'picnic'], by: `picnic/${key.keyId}`, way: 'team' });
});

it('repeats a preview by its id, under its link, and writes it down once', async () => {
  const first = v.parse(teamAnswerSchemas.preview, (await ask()).data);
  const count = () => server.queries.$count(events);
  const before = await count();
  expect(await ask({ id: first.id }, { title: '野餐会' })).toMatchObject({ code: 0, data: first });
  expect(await count()).toBe(before);
});

it('makes another one for an id that is over', async () => {
  const gone = 'A'.repeat(43);
  const { data } = await ask({ id: gone });
  expect(v.parse(teamAnswerSchemas.preview, data).id).not.toBe(gone);
});

it('gives two developers of a team a preview each', async () => {
  const [one, two] = await Promise.all([ask(), ask()]);
  expect(v.parse(teamAnswerSchemas.preview, one.data).id).not.toBe(v.parse(teamAnswerSchemas.preview, two.data).id);
});

it('says whom to ask where previews are off', async () => {
  await change('settings', {});
  expect(await ask()).toMatchObject({ code: 403, msg: expect.stringContaining('Ask its operators') });
});

it.each([
  ['another team’s name', {}, { name: 'other' }, 403, "other isn't a name of picnic"],
  ['another team’s call', {}, { calls: ['/team/other/x'] }, 400, "is another team's"],
  ['a page of the host', {}, { routes: ['/default'] }, 400, 'a page of the host itself'],
  ['a page of previews', {}, { routes: ['/preview/end'] }, 400, 'a page of the host itself'],
  ['an unknown window', {}, { routes: [{ path: '/picnic', window: 'never' }] }, 400, 'the window "never"'],
  ['an earlier contract', {}, { contract: `${major - 1}.0` }, 400, 'this host speaks'],
  ['a later contract', {}, { contract: `${major}.${minor + 1}` }, 400, 'in a host that speaks the later one'],
  ['another kit', {}, { kit: '9.0' }, 400, "remote-kit's API"],
  ['no entry', {}, { scripts: [] }, 400, "isn't among its scripts"],
  ['what is no release', {}, { title: 7 }, 400, 'title'],
  ['a foreign address', { baseUrl: 'https://elsewhere.example/' }, {}, 403, 'your own machine'],
  ['a loopback’s look-alike', { baseUrl: 'http://localhost.example/' }, {}, 403, 'your own machine'],
  ['an address with a user', { baseUrl: 'http://a:b@localhost:5199/' }, {}, 400, 'without user'],
  ['a policy in the address', { baseUrl: 'http://localhost:5199/;script-src *;/' }, {}, 400, 'written as'],
])('refuses %s', async (_, fields, release, code, text) => {
  const answer = await ask(fields, release);
  expect(answer).toMatchObject({ code, data: { problems: expect.arrayContaining([expect.stringContaining(text)]) } });
});

it('takes a build from an origin of the team', async () => {
  expect(await ask({ baseUrl: 'https://picnic.example/preview/' })).toMatchObject({ code: 0 });
});

it('gives nobody the preview of another team', async () => {
  const { id } = v.parse(teamAnswerSchemas.preview, (await ask()).data);
  const other = { team: 'other', key: otherKey };
  const answer = await ask({ id }, { name: 'other', routes: ['/other'], calls: [] }, other);
  expect(answer).toMatchObject({ code: 403, data: { problems: [expect.stringContaining('another remote')] } });
});
