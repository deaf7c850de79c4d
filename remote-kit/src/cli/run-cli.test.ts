import { describe, expect, it } from 'vitest';
import { CommandFailed } from './command-failed.ts';
import { type Command, type Context, defineCommand } from './command.ts';
import { commands } from './commands/commands.ts';
import { runCli } from './run-cli.ts';

const greet = defineCommand({
  summary: 'greets',
  usage: 'greet NAME [--loud] [--times N]',
  operands: ['NAME', '[TITLE]'],
  options: {
    loud: { type: 'boolean', summary: 'louder' },
    times: { type: 'string', value: 'N', summary: 'how often' },
  },
  run: ({ operands, options, folder }) => Promise.resolve({ lines: ['hello'], data: { operands, ...options, folder } }),
});

async function run(
  args: readonly string[],
  table: Readonly<Record<string, Command>> = { greet },
  signal = new AbortController().signal,
) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(table, args, {
    env: {},
    workingDirectory: '/work/folder',
    signal,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const failing = (error: () => unknown): Command => ({
  ...greet,
  operands: [],
  run: () => Promise.reject(error()),
});

describe('usage', () => {
  it.each([
    [[], 'Name a command: greet.'],
    [['greeet', 'Ann'], 'There is no command "greeet". Did you mean "greet"?'],
    [['unlike'], 'There is no command "unlike". There are greet.'],
    [['greet', 'Ann', '--luod'], 'There is no option --luod. Did you mean --loud?'],
    [['greet', 'Ann', '--zzzzzz'], 'There is no option --zzzzzz.\n'],
    [['greet', 'Ann', '-x'], 'There is no option -x.'],
    [['greet', 'Ann', '--loud=yes'], '--loud takes no value.'],
    [['greet', 'Ann', '--times'], '--times needs a value: --times N'],
    [['greet', 'Ann', '--times', '--loud'], '--times needs a value: --times N'],
    [['greet', 'Ann', '--times='], '--times needs a value: --times N'],
    [['greet'], 'NAME is missing.'],
    [['greet', 'Ann', 'Dr', 'Who'], '"Who" is one word too many.'],
    [['constructor'], 'There is no command "constructor".'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, out, err } = await run(args);
    expect(code).toBe(2);
    expect(`${err}\n`).toContain(message);
    expect(out).toBe('');
  });

  it('names every fault at once', async () => {
    const { err } = await run(['greet', '--luod', '--times']);
    expect(err.split('\n')).toEqual([
      'There is no option --luod. Did you mean --loud?',
      '--times needs a value: --times N',
      'NAME is missing.',
      'Usage: remote-kit greet NAME [--loud] [--times N]',
    ]);
  });

  it('takes common options before the command', async () => {
    const { out } = await run(['--json', '--folder', 'there', 'greet', 'Ann', '--times', '2']);
    expect(JSON.parse(out)).toMatchObject({
      command: 'greet',
      operands: ['Ann'],
      loud: false,
      times: '2',
      folder: '/work/folder/there',
      exitCode: 0,
    });
  });
});

describe('help', () => {
  it('lists the commands, and each has its own', async () => {
    const { out, code } = await run(['--help'], commands);
    expect(code).toBe(0);
    for (const [name, { summary, usage }] of Object.entries(commands)) {
      expect(out).toContain(`  ${name} `);
      expect(out).toContain(summary);
      expect(usage.startsWith(name)).toBe(true);
      const own = await run([name, '--help'], commands);
      expect(own.code).toBe(0);
      expect(own.out).toContain(`Usage: remote-kit ${usage}`);
    }
  });

  it('names every option that the usage has', () => {
    for (const { usage, options } of Object.values(commands)) {
      const named = usage.match(/--[a-z-]+/g)?.map((option) => option.slice(2)) ?? [];
      expect([...new Set(named)].toSorted()).toEqual(Object.keys(options).toSorted());
    }
  });
});

describe('the end of a run', () => {
  it('prints for people, or one JSON object with the rest on stderr', async () => {
    expect(await run(['greet', 'Ann'])).toMatchObject({ code: 0, out: 'hello', err: '' });
    const { out, err } = await run(['greet', 'Ann', '--json']);
    expect(JSON.parse(out)).toMatchObject({ command: 'greet', exitCode: 0 });
    expect(err).toBe('hello');
  });

  it.each([
    [() => new CommandFailed(3, ['no network', 'no clock']), 3, ['no network', 'no clock']],
    [() => new Error('a fault'), 1, ['a fault']],
  ])('tells every reason of a failure', async (error, exitCode, problems) => {
    const table = { greet: failing(error) };
    expect(await run(['greet'], table)).toEqual({ code: exitCode, out: '', err: problems.join('\n') });
    expect(JSON.parse((await run(['greet', '--json'], table)).out)).toEqual({ problems, exitCode });
  });

  it('tells faults that were found by its exit code', async () => {
    const table = {
      greet: { ...failing(Error), run: () => Promise.resolve({ exitCode: 1 as const, lines: [], data: {} }) },
    };
    expect((await run(['greet'], table)).code).toBe(1);
  });

  it('says no more than that it stopped after Ctrl-C', async () => {
    const interrupted = new AbortController();
    const waiting: Command = {
      ...failing(Error),
      run: ({ signal }: Context) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          interrupted.abort();
        }),
    };
    expect(await run(['greet'], { greet: waiting }, interrupted.signal)).toEqual({
      code: 130,
      out: '',
      err: 'Stopped.',
    });
  });
});
