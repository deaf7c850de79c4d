import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrigin, folderFiles, readableAnywhere } from '@fridge/server/host-origin/serve-origin';
import { startPostgres } from '@fridge/server/testing/postgres';
import { freeHostPort } from '../../ops/src/product/ports.ts';
import { firstRemotes, inRepository } from '../../ops/src/workspace.ts';
import { environmentOf, localhost, portsFrom } from './environment.ts';
import { layRelease } from './release-folder.ts';

type Options = { cwd: string; env: NodeJS.ProcessEnv };
export type Ran = { code: number; output: string };

/** A site on an empty PostgreSQL: a release, its environment, and teams that serve their remotes' builds. */
export interface Site {
  readonly hostUrl: string;
  readonly apiUrl: string;
  readonly operationsUrl: string;
  /** Of each remote's origin. */
  readonly remotes: readonly { name: string; url: string }[];
  /** For the files of operators. */
  readonly desk: string;
  /** `node server/dist/main.js`, with a command that ends. */
  program(...words: readonly string[]): Promise<Ran>;
  /** Starts `node server/dist/main.js` and waits until it is ready. */
  serve(): Promise<void>;
  /** Its folder. */
  readonly release: string;
  /** Starts another program beside it, on the same database, with a host's origin of its own. @returns that origin */
  serveBeside(main: string, hostFiles: string): Promise<string>;
  /** An origin as a team's, which serves these files. @returns its address */
  serveFiles(folder: string): Promise<string>;
  /** `node ops/dist/ops.js`. @throws unless it ends with 0 */
  ops(...words: readonly string[]): Promise<string>;
  /** Of the team that has the four remotes; it signs what `remoteKit` publishes. */
  readonly teamKey: string;
  /** `remote-kit` in a remote's folder, on the team's machine. @throws unless it ends with 0 */
  remoteKit(remote: string, ...words: readonly string[]): Promise<string>;
  /** What the program logged. */
  log(): string;
  stop(): Promise<void>;
}

const READY_LIMIT_MS = 30_000;

/** @returns `null` where no PostgreSQL is installed */
export async function prepareSite(): Promise<Site | null> {
  const postgres = await startPostgres();
  if (postgres === null) return null;
  const root = await mkdtemp(join(tmpdir(), 'site-'));
  const [release, desk] = [join(root, 'release'), await mkdtemp(join(root, 'desk-'))];
  const ports = portsFrom(await freeHostPort());
  const databaseUrl = await postgres.database('site', { empty: true });
  const own = environmentOf(databaseUrl, join(root, 'state'), ports);
  // Nothing of the tests' own environment, such as DEMO, reaches the program, and no key the command line.
  const options: Options = { cwd: release, env: { PATH: process.env['PATH'], ...own } };
  const { STATE_DIR, PUBLIC_HOST_ORIGIN } = own;
  const operator: Options = { cwd: release, env: { PATH: process.env['PATH'], STATE_DIR, PUBLIC_HOST_ORIGIN } };
  await layRelease(release);

  const origins: ReturnType<typeof createOrigin>[] = [];
  const serveAt = async (folder: string, port: number) => {
    const origin = createOrigin([folderFiles(folder)], { headers: readableAnywhere });
    origins.push(origin);
    await origin.listen({ host: 'localhost', port });
    const [address] = origin.addresses();
    return `${localhost(typeof address === 'object' ? address.port : port)}/`;
  };
  const remotes = await Promise.all(
    firstRemotes.map(async (name, index) => {
      const url = await serveAt(inRepository(`remote-${name}`, 'dist'), ports.remotes[index] ?? 0);
      return { name, url };
    }),
  );

  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const team: Options = {
    cwd: inRepository(),
    env: { PATH: process.env['PATH'], REMOTE_KIT_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) },
  };

  const run = (words: readonly string[], as = options): Promise<Ran> =>
    new Promise((resolve) => {
      const child = execFile(process.execPath, words, as, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
      );
    });

  const serving: ChildProcess[] = [];
  let log = '';
  const start = async (main: string, { cwd, env }: Options, hostUrl: string) => {
    const child = spawn(process.execPath, [main], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    serving.push(child);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await untilReady(`${hostUrl}/ready`, child).catch((cause: unknown) => {
      throw new Error(`The program didn't start:\n${log}`, { cause });
    });
  };
  return {
    hostUrl: localhost(ports.host),
    apiUrl: localhost(ports.api),
    operationsUrl: localhost(ports.operations),
    remotes,
    desk,
    program: (...words) => run(['server/dist/main.js', ...words]),
    serve: () => start('server/dist/main.js', options, localhost(ports.host)),
    release,
    async serveBeside(main, hostFiles) {
      const port = await freeHostPort();
      const state = await mkdtemp(join(root, 'state-'));
      const beside = {
        LISTENERS: 'host',
        PORT: String(port),
        STATE_DIR: state,
        HOST_FILES: hostFiles,
        RELEASES_DIR: join(STATE_DIR, 'uploaded-releases'),
      };
      await start(main, { cwd: release, env: { ...options.env, ...beside } }, localhost(port));
      return localhost(port);
    },
    serveFiles: (folder) => serveAt(folder, 0),
    ops: (...words) => succeed(run(['ops/dist/ops.js', ...words], operator), `ops ${words.join(' ')}`),
    teamKey: publicKey.export({ format: 'jwk' }).x ?? '',
    remoteKit(remote, ...words) {
      const folder = inRepository(`remote-${remote}`);
      const command = ['--import', 'tsx', 'remote-kit/src/cli/main.ts', ...words, '--folder', folder];
      return succeed(run(command, team), `remote-kit ${words.join(' ')}`);
    },
    log: () => log,
    async stop() {
      for (const child of serving) {
        if (child.exitCode !== null) continue;
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      for (const origin of origins) await origin.close();
      await postgres.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function succeed(ran: Promise<Ran>, command: string): Promise<string> {
  const { code, output } = await ran;
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
  return output.trim();
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`${url} isn't ready`);
    await new Promise((next) => setTimeout(next, 50));
  }
}
