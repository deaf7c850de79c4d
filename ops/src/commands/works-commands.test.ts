import { sentRecipe, workOf } from '@fridge/server/testing/contest';
import { addHousehold, type TestHousehold } from '@fridge/server/testing/households';
import { contestClock, startTestServer, type TestServer } from '@fridge/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

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
      output: `The decision on work ${id} can't be undone any more: its author may have seen it.`,
    });
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
