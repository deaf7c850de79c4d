import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-cli-'));
  const remote = {
    enabled: true,
    title: '\u001b]0;owned\u0007\u202e大转盘',
    description: '',
    routes: ['/draw'],
    entry: 'http://localhost:4172/remoteEntry.js',
    version: '1.0.0',
  };
  await writeFile(join(folder, 'remotes.json'), JSON.stringify({ version: 1, remotes: { draw: remote } }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ops = (...args: string[]) =>
  new Promise<string>((resolve) => {
    const env = { PATH: process.env['PATH'], STATE_DIR: folder };
    execFile(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'ops.ts'), ...args],
      { env },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });

const COMMANDS = /[^\P{Cc}\n\t]|\p{Bidi_Control}/u;

it('shows control characters instead of sending them to the terminal', { timeout: 60_000 }, async () => {
  const commands = [['status'], ['\u001b[31mwin'], ['off', '\u001b[2J\u009b31m'], ['pin', 'draw', '1.0.0\u202e']];
  for (const shown of await Promise.all(commands.map((args) => ops(...args)))) {
    expect(shown.trim()).not.toBe('');
    expect(shown).not.toMatch(COMMANDS);
  }
});
