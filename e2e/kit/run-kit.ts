import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { inRepository } from '../../ops/src/workspace.ts';

const TSX = inRepository('node_modules/tsx/dist/cli.mjs');
const VITE = inRepository('node_modules/vite/bin/vite.js');
const KIT = inRepository('remote-kit/src/cli/main.ts');

/** Runs a Node program to its end. */
async function run(program: string, args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  const [exitCode, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { exitCode, stdout, stderr };
}

/** A remote for the kit's own tests, built in its folder. */
export async function buildFixture(name: string): Promise<string> {
  const folder = inRepository(`remote-kit/src/check/testing/${name}`);
  const { exitCode, stderr } = await run(VITE, ['build', '--configLoader', 'runner', '--logLevel', 'warn'], folder);
  if (exitCode !== 0) throw new Error(stderr);
  return folder;
}

/** `remote-kit …` in a folder. */
export const runKit = (folder: string, ...args: readonly string[]) => run(TSX, [KIT, ...args], folder);
