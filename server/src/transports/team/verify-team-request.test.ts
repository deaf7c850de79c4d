import { once } from 'node:events';
import { type IncomingMessage, request as post } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { kitText, type TeamClaims } from '@fridge/shared-contracts/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askOperator } from '../../testing/operator.ts';
import { claimsFor, makeTeamKey, sendAsTeam, sendSigned, sha256, type TeamSigner } from '../../testing/teams.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { teamRequests } from '../../releases/teams/tables.ts';
import { pruneTeamRequests, TEAM_REQUESTS_PER_MINUTE } from './verify-team-request.ts';

const team = 'picnic';
const by = { by: '王梅', why: 'a test' };
const asked = { name: 'picnic', version: '1.0.0' };
/** What a sound request gets: the chain is passed, and there is no release yet. */
const passed = { code: 400, msg: expect.stringContaining('picnic has no release 1.0.0') };

let server: TestServer;
let key: TeamSigner;
let second: TeamSigner;
let revoked: TeamSigner;
let stranger: TeamSigner;
const ask = async (request: object) => (await askOperator(join(server.folder, 'operator.sock'), request))[0];

beforeAll(async () => {
  server = await startTestServer();
  [key, second, revoked, stranger] = await Promise.all([makeTeamKey(), makeTeamKey(), makeTeamKey(), makeTeamKey()]);
  const fields = { remotes: [team], origins: [], backend: null };
  await ask({ command: 'team add', name: team, ...fields, key: revoked.publicKey, ...by });
  await ask({ command: 'team key revoke', name: team, keyId: revoked.keyId, ...by });
  await ask({ command: 'team key add', name: team, publicKey: key.publicKey, ...by });
  await ask({ command: 'team key add', name: team, publicKey: second.publicKey, ...by });
});
afterAll(() => server.close());

const bodyOf = (fields: object = {}) => JSON.stringify({ kit: kitText, ...asked, ...fields });

type Sent = {
  body?: string;
  /** What is signed instead of it. */
  signedBody?: string;
  claims?: Partial<Record<keyof TeamClaims, unknown>>;
  header?: object;
  by?: () => TeamSigner;
  authorization?: (signature: string) => string;
};

async function send({ body = bodyOf(), signedBody = body, ...sent }: Sent) {
  const claims = { ...claimsFor(team, 'promote', signedBody), ...sent.claims };
  const signature = await (sent.by?.() ?? key).sign(claims, sent.header);
  const { authorization = () => signature } = sent;
  return sendSigned(server.url, 'promote', body, authorization(signature));
}

const lastRefusal = () =>
  server.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .findLast(({ event }) => event === 'teamRequest');

const seconds = () => Math.floor(Date.now() / 1_000);
const segments = (signature: string) => signature.split('.');
const forged = (payload: object) => (signature: string) => {
  const [header, , mark] = segments(signature);
  return [header, Buffer.from(JSON.stringify(payload)).toString('base64url'), mark].join('.');
};

describe('a signed request', () => {
  it('passes by either of two keys, once', async () => {
    expect(await send({})).toMatchObject(passed);
    expect(await send({ by: () => second })).toMatchObject(passed);
    const claims = claimsFor(team, 'promote', bodyOf());
    const signature = await key.sign(claims);
    expect(await sendSigned(server.url, 'promote', bodyOf(), signature)).toMatchObject(passed);
    expect(await sendSigned(server.url, 'promote', bodyOf(), signature)).toMatchObject({
      code: 409,
      data: { problems: [expect.stringContaining('sent already')] },
    });
    expect(lastRefusal()).toMatchObject({ team, keyId: key.keyId, outcome: 'refused', reasons: ['repeated'] });
  });

  it.each<[string, string, Sent, number, RegExp]>([
    [
      'no JSON',
      'form',
      { body: 'name=picnic', signedBody: '{}', claims: { body: sha256('name=picnic') } },
      400,
      /no JSON/,
    ],
    ['a JSON text that is no object', 'form', { body: '[]' }, 400, /no JSON/],
    ['no version of the kit', 'form', { body: '{"name":"picnic"}' }, 400, /"kit"/],
    [
      'a later major version',
      'kit',
      { body: bodyOf({ kit: '2.0' }) },
      400,
      /2\.0 .*server speaks 1\.2.* operators .*update the server/,
    ],
    ['an earlier major version', 'kit', { body: bodyOf({ kit: '0.9' }) }, 400, /The team has to update remote-kit/],
    ['a later minor version', 'noRelease', { body: bodyOf({ kit: '1.7' }) }, 400, /has no release/],
    ['another scheme', 'form', { authorization: (signature) => `x, ${signature}` }, 400, /"Team <JWS>"/],
    [
      'a signature of two parts',
      'form',
      { authorization: (signature) => segments(signature).slice(1).join('.') },
      400,
      /"Team <JWS>"/,
    ],
    [
      'a header that is none',
      'form',
      { authorization: (signature) => `AAAA.${segments(signature).slice(1).join('.')}` },
      400,
      /can't be read/,
    ],
    ['claims that are none', 'form', { claims: { jti: 'one', body: 'x' } }, 400, /don't fit: jti, body\./],
    ['an unknown team', 'team', { claims: { iss: 'picnik' } }, 401, /no team "picnik".*ops team add picnik/],
    ['a team named like a property', 'team', { claims: { iss: 'constructor' } }, 401, /no team "constructor"/],
    ['an unknown key', 'key', { by: () => stranger }, 401, /picnic has no key [\da-f]{16}\. .*ops team key add picnic/],
    ['a revoked key', 'key', { by: () => revoked }, 401, /was revoked/],
    [
      'the id of another key',
      'signature',
      { by: () => ({ ...stranger, sign: (claims) => stranger.sign(claims, { kid: key.keyId }) }) },
      401,
      /isn't by the key/,
    ],
    [
      'altered claims',
      'signature',
      { authorization: (signature) => forged({ ...claimsFor(team, 'promote', bodyOf()), sub: 'promote' })(signature) },
      401,
      /isn't by the key/,
    ],
    [
      'another audience',
      'audience',
      { claims: { aud: 'https://other.example' } },
      401,
      /another server; this one is http:\/\/api\.example\. That address has to stand in "api" of remote-kit\.json/,
    ],
    ['a time long ago', 'time', { claims: { iat: seconds() - 400 } }, 401, /signed 4\d\d s behind .*off by 300 s/],
    ['a time of the window and a bit', 'time', { claims: { iat: seconds() - 301 } }, 401, /signed 3\d\d s behind/],
    ['a time ahead', 'time', { claims: { iat: seconds() + 1_000 } }, 401, /signed \d{3,4} s ahead of/],
    ['another action', 'action', { claims: { sub: 'rollback' } }, 401, /signed to rollback, and was sent to promote/],
    [
      'an altered body',
      'body',
      { body: bodyOf({ version: '2.0.0' }), signedBody: bodyOf() },
      401,
      /isn't the one that was signed/,
    ],
    ['fields that are none', 'form', { body: bodyOf({ name: 1, version: null }) }, 400, /name: .*string/],
  ])('with %s is refused (%s)', async (_, kind, sent, code, problem) => {
    const answer = await send(sent);
    expect(answer).toMatchObject({
      code,
      data: { problems: expect.arrayContaining([expect.stringMatching(problem)]) },
    });
    expect(lastRefusal()).toMatchObject({ action: 'promote', reasons: [kind] });
  });

  it('is refused by the hash of its release', async () => {
    const body = JSON.stringify({ kit: kitText, release: '{}', baseUrl: 'http://localhost/' });
    const claims = { ...claimsFor(team, 'publish', body), release: claimsFor(team, 'publish', bodyOf()).body };
    expect(await sendSigned(server.url, 'publish', body, await key.sign(claims))).toMatchObject({
      code: 401,
      data: { problems: ["release.json isn't the one that was signed."] },
    });
  });

  it('is refused beyond the size of a body, and of another type', async () => {
    expect(await send({ body: bodyOf({ why: 'x'.repeat(1024 * 1024) }) })).toMatchObject({
      code: 413,
      data: { problems: ['The body has more than 1.0 MB.'] },
    });
    const response = await fetch(`${server.url}/publish`, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(await response.json()).toMatchObject({
      code: 400,
      data: { problems: ['The content type has to be application/json, or multipart/form-data with files.'] },
    });
  });

  it('is refused by its header, before its body comes', async () => {
    const claims = claimsFor(team, 'publish', bodyOf());
    const signatures = [
      ['none', 400],
      [await stranger.sign(claims), 401],
      [await stranger.sign(claims, { kid: key.keyId }), 401],
      [await key.sign({ ...claims, iat: seconds() - 400 }), 401],
    ] as const;
    const answers = ['application/json', 'multipart/form-data; boundary=b'].flatMap((type) =>
      signatures.map(async ([signature, code]) => {
        const headers = { authorization: `Team ${signature}`, 'content-type': type, 'content-length': 443_000 };
        const sent = post(`${server.url}/publish`, { method: 'POST', headers, agent: false });
        sent.on('error', () => undefined).flushHeaders();
        const [response] = (await once(sent, 'response')) as [IncomingMessage]; // what node:http emits with this event
        expect([await json(response), response.headers.connection]).toMatchObject([{ code }, 'close']);
        sent.destroy();
      }),
    );
    await Promise.all(answers);
  });

  it('parses no body whose hash is another', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const body = JSON.stringify({ kit: kitText, why: 'x'.repeat(100_000) });
    expect(await send({ body, signedBody: bodyOf() })).toMatchObject({ code: 401 });
    expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
  });

  it('writes no key, signature or claim into the log', async () => {
    await send({ claims: { iss: 'a-name-of-nobody' } });
    const log = server.logged.join('\n');
    expect(log).not.toContain('a-name-of-nobody');
    for (const { publicKey } of [key, second, revoked]) expect(log).not.toContain(publicKey);
  });

  it('is forgotten once it would be too old anyway', async () => {
    const claims = claimsFor(team, 'promote', bodyOf());
    await sendSigned(server.url, 'promote', bodyOf(), await key.sign(claims));
    const stored = () =>
      server.queries
        .select()
        .from(teamRequests)
        .where(eq(teamRequests.id, `${team} ${claims.jti}`));
    await pruneTeamRequests(server.queries, server.clock.real());
    expect(await stored()).toHaveLength(1);
    await pruneTeamRequests(server.queries, server.clock.real() + 11 * 60_000);
    expect(await stored()).toHaveLength(0);
  });

  it('is limited per team, whoever else sends in its name', async () => {
    const busy = await makeTeamKey();
    await ask({
      command: 'team add',
      name: 'busy',
      remotes: [],
      origins: [],
      backend: null,
      key: busy.publicKey,
      ...by,
    });
    const sendBusy = (signer: TeamSigner) => sendAsTeam(server.url, { team: 'busy', key: signer }, 'promote', asked);
    for (let sent = 0; sent < 5; sent += 1) expect((await sendBusy(stranger)).code).toBe(401);
    const answers = await Promise.all(Array.from({ length: TEAM_REQUESTS_PER_MINUTE + 10 }, () => sendBusy(busy)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([403, 429]));
  });
});
