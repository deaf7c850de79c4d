#!/usr/bin/env node
import { nodeProblem } from './node-version.ts';

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
const [{ commands }, { INTERRUPTED, runCli }] = await Promise.all([
  import('./commands/commands.ts'),
  import('./run-cli.ts'),
]);

/** How long a command may take to end after Ctrl-C. */
const LAST_WORDS_MS = 5_000;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupted.signal.aborted) process.exit(INTERRUPTED);
    interrupted.abort();
    setTimeout(() => process.exit(INTERRUPTED), LAST_WORDS_MS).unref();
  });
}

const exitCode = await runCli(commands, process.argv.slice(2), {
  env: process.env,
  workingDirectory: process.cwd(),
  signal: interrupted.signal,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
});
// What a tool left running must not keep a command alive; its output is written first.
process.exitCode = exitCode;
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
