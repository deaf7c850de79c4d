import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface TestS3 {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 20_000;

/** Servers that speak S3 and check signatures, with how each is started on a port over a folder. */
const servers: readonly { command: string; accessKeyId: string; secretAccessKey: string; args: (port: number, folder: string) => string[]; env?: Record<string, string> }[] = [
  {
    command: 'minio', accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-key',
    args: (port, folder) => ['server', folder, '--address', `127.0.0.1:${port}`],
    env: { MINIO_ROOT_USER: 'test-access-key', MINIO_ROOT_PASSWORD: 'test-secret-key' },
  },
  { command: 's3rver', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', args: (port, folder) => ['-a', '127.0.0.1', '-p', String(port), '-d', folder, '--no-vhost-buckets'] },
];

/** One that runs already: `S3_TEST_ENDPOINT`, `S3_TEST_ACCESS_KEY_ID` and `S3_TEST_SECRET_ACCESS_KEY`. A bucket `pictures` is made in it. */
function runningS3({ S3_TEST_ENDPOINT: endpoint, S3_TEST_REGION: region = 'us-east-1', S3_TEST_ACCESS_KEY_ID: accessKeyId = '', S3_TEST_SECRET_ACCESS_KEY: secretAccessKey = '' }: NodeJS.ProcessEnv): TestS3 | null {
  return endpoint === undefined ? null : { endpoint, region, accessKeyId, secretAccessKey, stop: () => Promise.resolve() };
}

/**
 * The S3-compatible server that the environment names, else one of those on the PATH, started.
 * @returns `null`, loudly, when there is neither
 */
export async function startS3(): Promise<TestS3 | null> {
  const running = runningS3(process.env);
  if (running !== null) return running;
  const paths = (process.env['PATH'] ?? '').split(delimiter);
  const found = servers.flatMap((server) => paths.map((path) => ({ ...server, file: join(path, server.command) }))).find(({ file }) => existsSync(file));
  if (found === undefined) {
    process.stderr.write(`\n*** None of ${servers.map(({ command }) => command).join(', ')} is on the PATH: THE TEST ON A REAL S3-COMPATIBLE SERVER IS SKIPPED. ***\n\n`);
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fridge-s3-'));
  const port = await freePort();
  const child = spawn(found.file, found.args(port, folder), { env: { PATH: process.env['PATH'], HOME: folder, ...found.env }, stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  await untilAnswering(endpoint, child);
  return {
    endpoint,
    region: 'us-east-1',
    accessKeyId: found.accessKeyId,
    secretAccessKey: found.secretAccessKey,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function untilAnswering(endpoint: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  while (!(await fetch(endpoint).then(() => true, () => false))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('The S3-compatible server did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
