import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const CHECK_LIMIT_MS = 10_000;

/**
 * Checks a module in a process of its own, by the engine's parser. Users would read a syntax error as a network failure.
 * @returns the first error with line and column, or `null`
 */
export async function syntaxProblem(file: string, source: Buffer): Promise<string | null> {
  const check = spawn(process.execPath, ['--check', '--input-type=module', '-'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: CHECK_LIMIT_MS,
    env: {},
  });
  const ended = new Promise<number | null>((resolve, reject) => check.on('close', resolve).on('error', reject));
  check.stdin.on('error', () => undefined); // it may end before it has read all
  check.stdin.end(source);
  const [code, told] = await Promise.all([ended, text(check.stderr)]);
  if (code === 0) return null;
  const [, line = '?', mark = ''] = /^\[stdin\]:(\d+)\n.*\n( *)\^/m.exec(told) ?? [];
  const [, reason = 'it took too long to read'] = /^SyntaxError: (.*)$/m.exec(told) ?? [];
  return `${file}:${line}:${mark.length + 1} is no JavaScript module that a browser takes: ${reason}. Build the release again.`;
}
