import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { createTurns } from '../../bounds/turns.ts';
import type { ReleaseProblem } from '../release-refused.ts';

/** Of all modules of a release together. */
const CHECK_LIMIT_MS = 20_000;

/** Twice what the largest module takes at its worst (`releaseLimits`); one that takes more is refused. */
const CHECK_HEAP_MB = 256;

/** With a whole check and the reading of files before it, less than the kit waits for an answer. */
const WAIT_LIMIT_MS = 60_000;

/** One check at a time in this process. `PUBLICATIONS_AT_ONCE` bounds how many teams' checks wait. */
const turns = createTurns({ name: 'module checks', atOnce: 1 });

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
 * @param turn.sender for fair turns
 * @returns the first error of each module, with line and column; or why there was no check
 */
export async function syntaxProblems(
  modules: ReadonlyMap<string, Buffer>,
  { sender = '', waitMs = WAIT_LIMIT_MS }: { sender?: string; waitMs?: number } = {},
): Promise<ReleaseProblem[]> {
  if (modules.size === 0) return [];
  const signal = AbortSignal.timeout(waitMs);
  try {
    return await turns.run(() => checkModules(modules), { sender, signal });
  } catch (error) {
    if (error !== signal.reason) throw error;
    const waited = `this server checks other releases, and had no time for it within ${waitMs / 1_000} s`;
    return [{ kind: 'tooMany', text: `${waited}. Try again later.` }];
  }
}

async function checkModules(modules: ReadonlyMap<string, Buffer>): Promise<ReleaseProblem[]> {
  const limits = [STACK, `--max-old-space-size=${CHECK_HEAP_MB}`];
  const check = spawn(process.execPath, [...limits, checkAbove(import.meta.dirname)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: CHECK_LIMIT_MS,
    killSignal: 'SIGKILL',
    env: {},
  });
  const ended = new Promise<number | null>((resolve, reject) => check.on('close', resolve).on('error', reject));
  const head = JSON.stringify([...modules].map(([file, { length }]) => [file, length]));
  // It may end before it has read all.
  pipeline(Readable.from([`${head}\n`, ...modules.values()]), check.stdin).catch(() => undefined);
  const [code, told] = await Promise.all([ended, text(check.stdout)]);
  if (code !== 0) {
    const most = `${CHECK_LIMIT_MS / 1_000} s and ${CHECK_HEAP_MB} MB of memory`;
    const reason = 'its scripts took too long, or too much memory, to parse';
    return [{ kind: 'syntax', text: `${reason}: a check may take ${most}. Split them into smaller ones.` }];
  }
  return v.parse(foundSchema, told).map(([file, line, column, reason]) => ({
    kind: 'syntax',
    text: `${file}:${line}:${column} is no JavaScript module that a browser takes: ${reason}. Build the release again.`,
  }));
}
