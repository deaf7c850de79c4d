import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CommandFailed } from './command-failed.ts';
import { type Command, type Context, defineCommand } from './command.ts';
import { commands } from './commands/commands.ts';
import { numberText } from './option-schemas.ts';
import { runCli } from './run-cli.ts';

const greet = defineCommand({
  summary: 'greets',
  options: {
    name: { operand: '<NAME>', summary: 'whom' },
    by: { operand: '[BY]', summary: 'who' },
    loud: { summary: 'louder' },
    title: { summary: 'with the title' },
    'no-title': { summary: 'without it' },
    times: {
      value: 'N',
      schema: numberText(v.pipe(v.number('a number'), v.minValue(1, 'one at least'))),
      summary: 'how often',
    },
    once: { summary: 'not again', conflicts: 'loud' },
  },
  run: ({ options, folder }) => Promise.resolve({ lines: ['hello'], data: { ...options, folder } }),
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
  options: {},
  run: () => Promise.reject(error()),
});

describe('usage', () => {
  it.each([
    [[], 'Name a command.'],
    [['greeet', 'Ann'], "unknown command 'greeet' (Did you mean greet?)"],
    [['unlike'], "unknown command 'unlike'"],
    [['greet', 'Ann', '--luod'], "unknown option '--luod' (Did you mean --loud?)"],
    [['greet', 'Ann', '-x'], "unknown option '-x'"],
    [['greet', 'Ann', '--loud=yes'], "unknown option '--loud=yes'"],
    [['greet', 'Ann', '--times'], "option '--times <N>' argument missing"],
    [['greet', 'Ann', '--times', 'x'], "option '--times <N>' argument 'x' is invalid. It takes a number."],
    [['greet', 'Ann', '--times', '0'], 'It takes one at least.'],
    [['greet', 'Ann', '--loud', '--once'], 'cannot be used with'],
    [['greet'], "missing required argument 'NAME'"],
    [['greet', 'Ann', 'Dr', 'Who'], 'too many arguments'],
    [['constructor'], "unknown command 'constructor'"],
  ])('%j is wrong usage', async (args, message) => {
    const { code, out, err } = await run(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain('--help says more.');
    expect(out).toBe('');
  });

  it('gives wrong usage as JSON', async () => {
    const { code, out } = await run(['greet', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({ exitCode: 2, problems: [expect.stringContaining('NAME')] });
  });

  it('takes common options before the command', async () => {
    const { out } = await run(['--json', '--folder', 'there', 'greet', 'Ann', '--times', '2', '--no-title']);
    expect(JSON.parse(out)).toMatchObject({
      command: 'greet',
      name: 'Ann',
      loud: false,
      title: false,
      'no-title': true,
      times: 2,
      folder: '/work/folder/there',
      exitCode: 0,
    });
  });
});

describe('help', () => {
  it('lists the commands, and each has its own', async () => {
    const { out, code } = await run(['--help'], commands);
    expect(code).toBe(0);
    expect(out).toContain('Exit codes: 0 done;');
    for (const [name, { options }] of Object.entries(commands)) {
      expect(out).toContain(`  ${name} `);
      const own = await run([name, '--help'], commands);
      expect(own.code).toBe(0);
      expect(own.out).toContain(`Usage: remote-kit ${name} [options]`);
      for (const option of ['folder', 'json']) expect(own.out).toContain(`--${option}`);
      for (const [key, { operand = `--${key}` }] of Object.entries(options))
        expect(own.out).toContain(operand.replace(/[<>[\]]/g, ''));
    }
  });

  it('says its version', async () =>
    expect(await run(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) }));
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
