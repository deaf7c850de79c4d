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

/** `remote-kit …` that goes on until it is stopped. */
export function startKit(folder: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', KIT, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (told += part));
  return {
    /** Waits for words on stderr. */
    async said(words: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = words.exec(told);
        if (found) return found;
        if (child.exitCode !== null) throw new Error(told);
        await new Promise((resolve) => child.stderr.once('data', resolve).once('close', resolve));
      }
    },
    /** By Ctrl-C. @returns the exit code */
    stop(): Promise<number | null> {
      child.kill('SIGINT');
      return ended;
    },
  };
}
