// Makes the bucket that S3_BUCKET names, unless it is there: `node make-bucket.mjs`. A store that starts is waited for.
// Exits with 0 or 1.
import { readFileSync } from 'node:fs';
import { AwsClient } from 'aws4fetch';

const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY_FILE } = process.env;
const WAIT_MS = 60_000;

const client = new AwsClient({
  accessKeyId: S3_ACCESS_KEY_ID,
  secretAccessKey: readFileSync(S3_SECRET_ACCESS_KEY_FILE, 'utf8').replace(/\r?\n$/, ''),
  region: S3_REGION || 'us-east-1',
  service: 's3',
  retries: 0,
});
const deadline = Date.now() + WAIT_MS;

/** Again while nothing answers, or the store says that it isn't up yet. */
async function ask(method) {
  const options = { method, signal: AbortSignal.timeout(10_000) };
  const answer = await client.fetch(`${S3_ENDPOINT}/${S3_BUCKET}`, options).catch((error) => error);
  if (answer.status < 500) return answer;
  if (Date.now() > deadline)
    throw new Error(`${S3_ENDPOINT} doesn't answer: ${answer.status ?? answer.cause?.code ?? answer.message}`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return ask(method);
}

const found = await ask('HEAD');
const answer = found.status === 404 ? await ask('PUT') : found;
const outcome = found.ok ? 'is there' : answer.ok ? 'made' : `HTTP ${answer.status}`;
process.stdout.write(`The bucket ${S3_BUCKET}: ${outcome}\n`);
process.exitCode = answer.ok ? 0 : 1;
