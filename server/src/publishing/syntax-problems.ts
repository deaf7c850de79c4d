import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/** Of all modules of a release together. */
const CHECK_LIMIT_MS = 20_000;

const CHECK = join('module-check', 'check-modules.mjs');

/** Above this file: in the server's package, and in the packed kit, whose check reads releases as publishing does. */
function checkAbove(folder: string): string {
  const path = join(folder, CHECK);
  if (existsSync(path)) return path;
  if (dirname(folder) === folder) throw new Error(`${CHECK} is missing: install the package again.`);
  return checkAbove(dirname(folder));
}

/** For the long chains of conditions that build tools write; of the 8 MiB that systems give a process. */
const STACK = '--stack-size=3000';

const foundSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.tuple([v.string(), v.number(), v.number(), v.string()])),
);

/**
 * Parses modules as the oldest supported engines do, in a process of its own. Users would read a syntax error as a
 * network failure.
 * @returns the first error of each module, with line and column
 */
export async function syntaxProblems(modules: ReadonlyMap<string, Buffer>): Promise<string[]> {
  if (modules.size === 0) return [];
  const check = spawn(process.execPath, [STACK, checkAbove(import.meta.dirname)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: CHECK_LIMIT_MS,
    killSignal: 'SIGKILL',
    env: {},
  });
  const ended = new Promise<number | null>((resolve, reject) => check.on('close', resolve).on('error', reject));
  check.stdin.on('error', () => undefined); // it may end before it has read all
  check.stdin.end(JSON.stringify([...modules].map(([file, content]) => [file, content.toString('utf8')])));
  const [code, told] = await Promise.all([ended, text(check.stdout)]);
  if (code !== 0) return ['its scripts took too long, or too much memory, to parse. Split them into smaller ones.'];
  return v.parse(foundSchema, told).map(([file, line, column, reason]) => {
    return `${file}:${line}:${column} is no JavaScript module that a browser takes: ${reason}. Build the release again.`;
  });
}
