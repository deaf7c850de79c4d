import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { packageFolder } from '../package-folder.ts';

export interface ServerProcess {
  readonly url: string;
  /** @returns the exit code, `null` when a signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const startedSchema = v.pipe(v.string(), v.parseJson(), v.object({ event: v.literal('started'), port: v.number() }));

export class ServerDidNotStart extends Error {
  readonly exitCode: number | null;
  constructor(exitCode: number | null, words: string) {
    super(words);
    this.exitCode = exitCode;
  }
}

/**
 * The server as a process of its own, from source.
 * @throws ServerDidNotStart with what it wrote to standard error
 */
export async function startServerProcess(variables: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(packageFolder, 'src', 'main.ts')], {
    cwd: packageFolder,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const exited = once(child, 'exit');

  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const started = v.safeParse(startedSchema, line);
      if (started.success) resolve(started.output.port);
    });
    child.once('close', (code) => reject(new ServerDidNotStart(code, words)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async end(signal) {
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}
