import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { build } from 'vite';
import type { ListenerName } from '../program/environment.ts';
import { packageFolder } from '../storage/package-folder.ts';
import { layEmbeddedDatabase } from './embedded-database.ts';

export interface ServerProcess {
  /** Of the API. */
  readonly url: string;
  readonly ports: Readonly<Record<ListenerName, number>>;
  readonly pid: number;
  /** @returns the exit code, `null` when a signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const startedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    event: v.literal('started'),
    ports: v.object({ host: v.number(), api: v.number(), releases: v.number(), operations: v.number() }),
  }),
);

class ServerDidNotStart extends Error {
  readonly exitCode: number | null;
  constructor(exitCode: number | null, stderr: string) {
    super(stderr);
    this.exitCode = exitCode;
  }
}

/**
 * The server as a process of its own, bundled from this source.
 * @param main another bundle's main file
 * @throws ServerDidNotStart with what it wrote to standard error
 */
export async function startServerProcess(variables: Record<string, string>, main?: string): Promise<ServerProcess> {
  const { DATABASE_URL, DATA_DIR } = variables;
  if (DATABASE_URL === undefined && DATA_DIR !== undefined && !existsSync(DATA_DIR))
    await layEmbeddedDatabase(DATA_DIR);
  const child = spawn(process.execPath, [main ?? (await bundledServer())], {
    cwd: packageFolder,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, 'exit');

  const ports = await new Promise<ServerProcess['ports']>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const started = v.safeParse(startedSchema, line);
      if (started.success) resolve(started.output.ports);
    });
    child.once('close', (code) => reject(new ServerDidNotStart(code, stderr)));
  });
  return {
    url: `http://127.0.0.1:${ports.api}`,
    ports,
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

/** A command of the program, as a process of its own. */
export async function startCommand(parameters: readonly string[], variables: Record<string, string>) {
  const child = spawn(process.execPath, [await bundledServer(), ...parameters], {
    cwd: packageFolder,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, stdout, stderr }));
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), ended };
}

let bundle: Promise<string> | undefined;

/** Builds the server once per state of its source, which starts in half the time of `tsx`. @returns its main file */
export function bundledServer(): Promise<string> {
  return (bundle ??= buildOnce());
}

async function buildOnce(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of [join(packageFolder, 'src'), join(packageFolder, '..', 'shared-contracts', 'src')]) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .sort();
    for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  }
  const name = `bundle-${hash.digest('hex').slice(0, 16)}`;
  const cache = join(packageFolder, 'node_modules', '.cache');
  const file = join(cache, name, 'main.js');
  if (existsSync(file)) return file;
  const old = existsSync(cache) ? readdirSync(cache).filter((each) => each.startsWith('bundle-')) : [];
  const draft = join(cache, `draft-${process.pid}`);
  await build({ root: packageFolder, logLevel: 'error', build: { outDir: draft } });
  try {
    renameSync(draft, join(cache, name));
  } catch (error) {
    if (!existsSync(file)) throw error; // another test file was first
    rmSync(draft, { recursive: true });
  }
  for (const each of old) rmSync(join(cache, each), { recursive: true, force: true });
  return file;
}
