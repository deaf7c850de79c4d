import { sentRecipe, workOf } from '@fridge/server/testing/contest';
import { addHousehold, type TestHousehold } from '@fridge/server/testing/households';
import { contestClock, startTestServer, type TestServer } from '@fridge/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { answeringServer } from './testing/answering-server.ts';

let server: TestServer;
let author: TestHousehold;
beforeAll(async () => {
  server = await startTestServer(contestClock);
  author = await addHousehold(server.queries);
});
afterAll(() => server.close());

const works = (...args: string[]) => runCli(['works', ...args], { env: { STATE_DIR: server.folder } });
const seen = async (id: string) => (await workOf(author, server.url, id)).status;
const [pending, approved] = [0, 1];

describe('an approval', () => {
  it('is undone by the command that it prints, before its author has seen it', async () => {
    const id = await sentRecipe(author, server.url);
    const { code, output } = await works('approve', id, '--as', '王 梅');
    expect([code, output]).toEqual([0, expect.stringContaining(`${id} is approved.\nIts author sees it in 10 s`)]);
    expect(await seen(id)).toBe(pending);
    const [, undo = ''] = /npm run ops -- works (.*)$/.exec(output) ?? [];
    expect(undo).toBe(`undo ${id} --as '王 梅'`);
    expect(await works('undo', id, '--as', '王 梅')).toEqual({ code: 0, output: `${id} is pending again.` });
    expect((await works('show', id)).output).toMatch(/undone by 王 梅\n.*approved by 王 梅/);
    expect(await seen(id)).toBe(pending);
  });

  it('is seen at once and not undone if final', async () => {
    const id = await sentRecipe(author, server.url);
    expect(await works('approve', id, '--as', '王梅', '--final')).toEqual({ code: 0, output: `${id} is approved.` });
    expect(await seen(id)).toBe(approved);
    expect(await works('undo', id, '--as', '王梅')).toEqual({
      code: 1,
      output: `The decision on work ${id} can't be undone any more: its author may have seen it. Use works take-down instead.`,
    });
  });

  it('is overruled later by taking the work down, which is overruled by reopening it', async () => {
    const id = await sentRecipe(author, server.url);
    await works('approve', id, '--as', '王梅', '--final');
    const why = ['--as', '王梅', '--why', '图片侵犯他人权益'];
    expect(await works('take-down', id, ...why)).toEqual({ code: 0, output: `${id} is taken down: 图片侵犯他人权益` });
    expect((await works('show', id)).output).toContain('rejected by 王梅: 图片侵犯他人权益');
    expect((await works('take-down', id, ...why)).output).toContain('only approved works are taken down. Decided by');
    expect(await works('reopen', id, ...why)).toEqual({ code: 0, output: `${id} is pending again.` });
    const { output } = await runCli(['audit', '--user', author.userId], { env: { STATE_DIR: server.folder } });
    expect(output).toMatch(/王梅 .*works\.reopen .*\n.*王梅 .*works\.takeDown /);
  });
});

describe('works list', () => {
  it('searches works of every state, and prints the command for the next part', async () => {
    const ids = [];
    for (const cookName of ['土豆 a', '土豆 b', '土豆 c']) ids.push(await sentRecipe(author, server.url, { cookName }));
    await works('approve', ids[0] ?? '', '--as', '王梅', '--final');
    const { output } = await works('list', '--search', '土豆 ', '--kind', 'recipe', '--limit', '2');
    const [, more = ''] = /More: npm run ops -- works (.*)$/.exec(output) ?? [];
    expect(more).toMatch(/^list --search 土豆 --kind recipe --show all --after \d+\.\w+ --limit 2$/);
    const [first] = output.split('\nMore:');
    const rest = (await works(...more.split(' '))).output;
    for (const id of ids) expect(`${first}${rest}`.split(id)).toHaveLength(2);
  });
});

describe("the commands for the contest's works", () => {
  const { answering, run, asked } = answeringServer();
  const work = {
    id: 'abc',
    kind: 'recipe',
    status: 'approved',
    revision: 1,
    userId: 'U1',
    nickName: '小林',
    cookName: '番茄牛腩煲',
    desc: '内容',
    cookTime: '',
    materials: '',
    tips: '',
    images: ['a.jpg'],
    steps: [],
    mark: '',
    prize: 0,
    addedAt: '2023-08-01T10:00:00+08:00',
    submittedAt: '2023-08-01T10:00:00+08:00',
    decisions: [{ decision: 'approved', reason: '', by: '王梅', at: '2023-08-01T11:00:00+08:00', revision: 1 }],
  };

  it.each([
    [['works', 'approve', 'abc', '--as', '王梅'], { command: 'works.approve', id: 'abc', by: '王梅' }],
    [
      ['works', 'approve', 'abc', '--as', '王梅', '--final'],
      { command: 'works.approve', id: 'abc', by: '王梅', holdSeconds: 0 },
    ],
    [['works', 'undo', 'abc', '--as', '王梅'], { command: 'works.undo', id: 'abc', by: '王梅' }],
    [
      ['works', 'reject', 'abc', '图片不够清晰', '--as', '王梅'],
      { command: 'works.reject', id: 'abc', reason: '图片不够清晰', by: '王梅' },
    ],
    [['works', 'prize', 'abc', '2', '--as', '王梅'], { command: 'works.prize', id: 'abc', level: 2, by: '王梅' }],
    [['works', 'show', 'abc'], { command: 'works.show', id: 'abc' }],
  ])('%j asks the server', async (args, request) => {
    await answering({ ok: true, data: work });
    expect((await run(...args)).code).toBe(0);
    expect(asked()).toEqual([request]);
  });

  it('are listed with who decided', async () => {
    await answering({ ok: true, data: { pending: 3, works: [work], next: null } });
    const { output } = await run('works', 'list', '--show', 'decided');
    expect(output).toMatch(
      /abc\s+approved\s+2023-08-01 10:00\s+1\s+approved by 王梅\s+番茄牛腩煲\n3 waiting for review$/,
    );
  });

  it('are listed in parts, each with the command for the next one', async () => {
    await answering({ ok: true, data: { pending: 3, works: [work], next: '7.abc' } });
    const { output } = await run('works', 'list', '--show', 'decided', '--after', '8.abd', '--limit', '1');
    expect(asked()).toEqual([{ command: 'works.list', show: 'decided', limit: 1, after: '8.abd' }]);
    expect(output).toContain('More: npm run ops -- works list --show decided --after 7.abc');
  });

  it.each([
    [['works', 'approve', 'abc']],
    [['works', 'reject', 'abc', '--as', 'x']],
    [['works', 'prize', 'abc', '9', '--as', 'x']],
    [['works', 'list', '--show', 'every']],
    [['works', 'list', '--search', ' ']],
    [['works', 'list', '--since', '2023-02-30']],
    [['works', 'list', '--limit', '101']],
    [['works', 'list', '--after', 'abc']],
    [['works', 'undo', 'abc']],
    [['works', 'take-down', 'abc']],
    [['works', 'take-down', 'abc', '--why', ' ']],
    [['works', 'reopen', 'abc']],
  ])('%j is malformed', async (args) => {
    expect((await run(...args)).code).toBe(2);
    expect(asked()).toEqual([]);
  });

  it('print a link to the review page, in the name of who asked', async () => {
    const link = 'https://operators.example/enter?key=abc';
    await answering({ ok: true, data: { link } });
    const { code, output } = await run('works', 'review', '--as', '王梅', '--why', 'the morning queue');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/as 王梅:\nhttps:\/\/operators.example\/enter\?key=abc$/),
    ]);
    expect(asked()).toEqual([{ command: 'works.review', by: '王梅', why: 'the morning queue' }]);
  });
});
