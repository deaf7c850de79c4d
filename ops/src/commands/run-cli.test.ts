import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let folder: string;
let server: Server | undefined;
let asked: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-'));
  asked = [];
});
afterEach(async () => {
  server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runCli(args, { env: { STATE_DIR: folder } });

/** Listens where the server would, and answers each line with the next answer. */
async function answering(...answers: unknown[]): Promise<void> {
  const listening = createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      asked.push(JSON.parse(line));
      socket.write(`${JSON.stringify(answers.shift())}\n`);
    });
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(join(folder, 'operator.sock'), resolve));
}

const remote = { enabled: true, title: '幸运大转盘', description: '', routes: ['/draw'], entry: 'http://localhost:4172/remoteEntry.js', version: '1.0.0' };
const withRegistry = () => writeFile(join(folder, 'remotes.json'), JSON.stringify({ version: 1, remotes: { draw: remote } }));
const draw = { weightsVersion: 2, outcomes: [{ level: 1, giftName: '冷柜', isVirtual: false, weight: 1, stock: 5, issued: 2, codesLeft: null }] };

describe('the command line', () => {
  it.each([[[]], [['--help']], [['help']]])('shows its help for %j', async (args) => {
    const { code, output } = await run(...args);
    expect(code).toBe(0);
    expect(output).toContain('draw import-codes <level> <file.csv>');
    expect(output).toContain('events [--limit <n>] [--event <name>]');
  });

  it.each([[['win']], [['draw']], [['off']], [['pin', 'draw']], [['draw', 'set', '1']], [['draw', 'set', 'one', 'weight=1']], [['draw', 'set', '9', 'weight=1']], [['draw', 'import-codes', '0', 'codes.csv']], [['draw', 'set', '1', 'luck=2']], [['draw', 'import-codes', '3']], [['status', 'draw']], [['off', 'draw', '--now']], [['publish', 'dist']], [['events', '--limit', 'many']], [['events', '--event', 'purchase']]])(
    'ends with 2 and says how it is written for %j',
    async (args) => {
      await withRegistry();
      const { code, output } = await run(...args);
      expect(code).toBe(2);
      expect(output).toMatch(/npm run ops -- /);
    },
  );

  it.each([['off', 'constructor'], ['on', '__proto__'], ['pin', 'toString', '1.0.0']])('knows no remote by the name of what every object has: %s %s', async (...args) => {
    await withRegistry();
    const { code, output } = await run(...args);
    expect([code, output]).toEqual([1, `${args[1]} isn't in the registry. There: draw.`]);
    expect((await run('status')).code).toBe(0);
  });

  it.each([[['draw', 'set', '1', 'luck=2', '--json']], [['--json', 'off']], [['draw', '--json']]])('says in JSON what is wrong with %j', async (args) => {
    const { code, output } = await run(...args);
    expect([code, JSON.parse(output)]).toEqual([2, { error: expect.any(String) }]);
  });

  it('names a remote that the registry describes wrongly, with its fields, and shows the others', async () => {
    await writeFile(join(folder, 'remotes.json'), JSON.stringify({ version: 1, remotes: { draw: remote, contest: { ...remote, enabled: 'no', entry: 7 } } }));
    const { code, output } = await run('status');
    expect(code).toBe(0);
    expect(output).toMatch(/^draw\s+on\s+1\.0\.0/);
    expect(output).toMatch(/! contest is left out of the registry: enabled: .*; entry: /);
    expect(JSON.parse((await run('status', '--json')).output)).toMatchObject({ draw: { enabled: true }, contest: { problems: [expect.stringMatching(/^enabled: /), expect.stringMatching(/^entry: /)] } });
    expect(await run('on', 'contest')).toMatchObject({ code: 1, output: expect.stringMatching(/contest doesn't fit \(enabled: .*nothing was changed/) });
  });

  it('tells of a remote that was built for another contract', async () => {
    await writeFile(join(folder, 'remotes.json'), JSON.stringify({ version: 1, remotes: { draw: { ...remote, contract: '1.0' } } }));
    expect((await run('status')).output).toContain('not opened: built for contract 1.0');
  });

  it('changes the switch and nothing else of an entry', async () => {
    await withRegistry();
    await run('off', 'draw');
    expect(JSON.parse(await readFile(join(folder, 'remotes.json'), 'utf8'))).toEqual({ version: 1, remotes: { draw: { ...remote, enabled: false } } });
  });

  it('lists usage events', async () => {
    const event = { id: 'a', event: 'failure', page: '/draw', name: null, remote: 'draw', version: '1.0.0', phase: 'entry', reason: 'timeout', at: '2023-08-01T10:00:00+08:00', receivedAt: '2023-08-01T10:00:01+08:00' };
    await answering({ ok: true, data: { total: 7, events: [event] } }, { ok: true, data: { total: 0, events: [] } });
    const { code, output } = await run('events', '--limit', '1', '--event', 'failure');
    expect(asked).toEqual([{ command: 'events.list', limit: 1, name: 'failure' }]);
    expect(code).toBe(0);
    expect(output).toMatch(/failure\s+\/draw\s+draw 1\.0\.0 entry timeout\n1 of 7$/);
    expect((await run('events')).output).toBe('No event was sent.');
  });

  it('switches a remote off and on', async () => {
    await withRegistry();
    expect(await run('off', 'draw')).toEqual({ code: 0, output: 'draw is off.' });
    expect((await run('status')).output).toMatch(/^draw\s+off\s+1\.0\.0/);
    expect((await run('on', 'draw', '--json')).output).toContain('"enabled": true');
  });

  it('ends with 1 for a remote that is not there', async () => {
    await withRegistry();
    expect(await run('off', 'contest')).toMatchObject({ code: 1, output: expect.stringContaining('There: draw') });
  });

  it('says how to start the server when none listens', async () => {
    expect(await run('draw', 'list')).toMatchObject({ code: 1, output: expect.stringContaining('npm start') });
  });

  it('sets an outcome and shows what stands then', async () => {
    await answering({ ok: true, data: draw });
    const { code, output } = await run('draw', 'set', '1', 'weight=1', 'stock=none');
    expect(asked).toEqual([{ command: 'draw.set', changes: [{ level: 1, weight: 1, stock: null }] }]);
    expect(code).toBe(0);
    expect(output).toMatch(/1\s+1\s+100\.00%\s+5\s+2\s+-\s+冷柜/);
  });

  it('passes on why the server refuses', async () => {
    await answering({ ok: false, error: "Level 1 has already issued 4: its stock can't be 3." });
    expect(await run('draw', 'set', '1', 'stock=3')).toEqual({ code: 1, output: "Level 1 has already issued 4: its stock can't be 3." });
  });

  it('imports the good codes and names the lines of the bad ones', async () => {
    await answering({ ok: true, data: { imported: 1, rejected: [{ row: 2, reason: 'malformed' }] } });
    const file = join(folder, 'codes.csv');
    await writeFile(file, 'code,pwd\nA1,P1\nbroken\n"A 2",P2\n');
    const { code, output } = await run('draw', 'import-codes', '3', file);
    expect(asked).toEqual([{ command: 'draw.importCodes', level: 3, codes: [{ code: 'A1', pwd: 'P1' }, { code: 'A 2', pwd: 'P2' }] }]);
    expect(code).toBe(1);
    expect(output).toBe('1 codes imported, 2 rows not.\n  line 3: 1 columns instead of 2\n  line 4: code or secret is empty, too long or has blanks');
  });

  it('says which file cannot be read', async () => {
    expect(await run('draw', 'import-codes', '3', join(folder, 'none.csv'))).toMatchObject({ code: 1, output: expect.stringMatching(/none\.csv can't be read/) });
  });

  it('counts a file that was imported before as done', async () => {
    await answering({ ok: true, data: { imported: 0, rejected: [{ row: 1, reason: 'known' }] } });
    const file = join(folder, 'codes.csv');
    await writeFile(file, 'A1,P1\n');
    expect((await run('draw', 'import-codes', '3', file)).code).toBe(0);
  });
});
