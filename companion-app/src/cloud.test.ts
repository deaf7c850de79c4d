import { describe, expect, it } from 'vitest';
import { cloudPath, createCloud } from './cloud.ts';

type Sent = { url: string; init: RequestInit | undefined };

function cloudThatAnswers(answer: unknown) {
  const sent: Sent[] = [];
  const send: typeof fetch = (url, init) => {
    sent.push({ url: String(url), init });
    return typeof answer === 'string' ? Promise.resolve(new Response(answer)) : Promise.resolve(Response.json(answer));
  };
  return { cloud: createCloud('http://api.example', send), sent };
}

describe('createCloud', () => {
  it('posts JSON and gives the token', async () => {
    const { cloud, sent } = cloudThatAnswers({ code: 0, data: { accessToken: 't' } });
    expect(await cloud.login('someone')).toBe('t');
    expect(sent[0]?.url).toBe('http://api.example/demo/login');
    expect(sent[0]?.init?.body).toBe('{"userId":"someone"}');
  });

  it('asks for a token that reads only the report', async () => {
    const { cloud, sent } = cloudThatAnswers({ code: 0, data: { accessToken: 't' } });
    await cloud.login('someone', 'report');
    expect(sent[0]?.init?.body).toBe('{"userId":"someone","scope":"report"}');
  });

  it('fills in what a household lacks', async () => {
    const { cloud } = cloudThatAnswers({
      code: 0,
      data: [{ userId: 'someone', homeId: null, fridges: [{ fridgeId: 'f' }] }],
    });
    expect(await cloud.households()).toEqual([
      {
        userId: 'someone',
        nickName: '',
        mobile: '',
        homeId: '',
        description: '',
        fridges: [{ fridgeId: 'f', sn8: '', spec: '', name: '' }],
      },
    ]);
  });

  it.each([
    [{ code: 400, msg: 'no such user' }, 400],
    [{ code: 0, data: {} }, 503],
    ['<html>', 503],
    ['{"error":"Not Found"}', 503],
  ])('refuses %j', async (answer, code) => {
    await expect(cloudThatAnswers(answer).cloud.login('someone')).rejects.toMatchObject({ name: 'AppError', code });
  });

  it('sends the user to the central cloud and returns its answer', async () => {
    const { cloud, sent } = cloudThatAnswers({ code: 7, anything: true });
    const user = { userId: '用户', accessToken: 't' };
    expect(await cloud.request('/user/info', { a: 1 }, user)).toEqual({ code: 7, anything: true });
    expect(sent[0]?.url).toBe('http://api.example/cloud/user/info');
    expect(new Headers(sent[0]?.init?.headers).get('authorization')).toBe(
      `Basic ${Buffer.from('用户:t').toString('base64')}`,
    );
  });
});

describe('cloudPath', () => {
  it.each([
    ['user/info', 'user/info'],
    ['/user/info', 'user/info'],
  ])('%s', (path, clean) => expect(cloudPath(path)).toBe(clean));

  it.each(['', '/', '../demo/login', 'a/../../b', 'a?b=1', 'http://evil.example/', 'a b'])('refuses "%s"', (path) =>
    expect(() => cloudPath(path)).toThrow(),
  );
});
