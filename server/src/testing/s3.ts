import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

interface TestS3 {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

/**
 * An S3-compatible server that checks signatures: s3rver, or one that already runs, named by `S3_TEST_ENDPOINT`,
 * `S3_TEST_REGION`, `S3_TEST_ACCESS_KEY_ID` and `S3_TEST_SECRET_ACCESS_KEY`.
 */
export async function startS3(): Promise<TestS3> {
  const {
    S3_TEST_ENDPOINT,
    S3_TEST_REGION,
    S3_TEST_ACCESS_KEY_ID = 'S3RVER',
    S3_TEST_SECRET_ACCESS_KEY = 'S3RVER',
  } = process.env;
  const access = {
    region: S3_TEST_REGION ?? 'us-east-1',
    accessKeyId: S3_TEST_ACCESS_KEY_ID,
    secretAccessKey: S3_TEST_SECRET_ACCESS_KEY,
  };
  if (S3_TEST_ENDPOINT !== undefined) return { ...access, endpoint: S3_TEST_ENDPOINT, stop: async () => undefined };

  const directory = mkdtempSync(join(tmpdir(), 'fridge-s3-'));
  const server = new S3rver({ directory, address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false });
  const { port } = await server.run();
  return {
    ...access,
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
