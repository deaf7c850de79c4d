import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Environment } from '../../program/environment.ts';
import { readKeySet } from '../keys/key-set.ts';
import { isKeySetFile } from '../keys/key-variables.ts';
import { codeOf } from '../../storage/text.ts';
import { type ObjectStorage, openPictureStorage, openReleaseStorage } from '../../storage/object-storage.ts';
import { runbook } from '../runbook.ts';
import type { Problem } from './problem.ts';

const FETCH_LIMIT_MS = 5_000;

/** The object storage and the cloud's keys, as far as they are other programs. */
export async function checkServices(environment: Environment): Promise<Problem[]> {
  const found = await Promise.all([checkBucket(environment), checkKeySet(environment)]);
  return found.flat();
}

/** A policy of the bucket may allow one prefix and refuse the other. */
async function checkBucket(environment: Environment): Promise<Problem[]> {
  if (environment.S3_ENDPOINT === undefined) return [];
  const problems = await checkStorage(openPictureStorage(environment), 'an object');
  if (problems.length > 0 || environment.PUBLIC_RELEASES_ORIGIN === undefined) return problems;
  return checkStorage(openReleaseStorage(environment), 'an uploaded release');
}

/** Writes, reads and deletes an object of random name and content. */
async function checkStorage(storage: ObjectStorage, object: string): Promise<Problem[]> {
  const name = `check${randomBytes(16).toString('hex')}.jpg`;
  const content = randomBytes(64);
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['written', () => storage.write(name, content)],
    [
      'read back',
      async () => {
        const stored = await storage.read(name);
        if (stored === null || !content.equals(await buffer(stored.content)))
          throw new Error('It gave something else.');
      },
    ],
    ['deleted', () => storage.remove(name)],
  ];
  const problems: Problem[] = [];
  for (const [what, step] of steps) {
    const problem = await step().then(
      () => null,
      (error: unknown) => `${object} can't be ${what} in the bucket: ${reasonOf(error)} (${runbook('store-fails')})`,
    );
    if (problem !== null) problems.push({ about: 'S3_ENDPOINT', problem });
    if (problem !== null && what === 'written') break;
  }
  return problems;
}

async function checkKeySet({ CLOUD_JWKS }: Environment): Promise<Problem[]> {
  if (CLOUD_JWKS === undefined || isKeySetFile(CLOUD_JWKS)) return [];
  try {
    const response = await fetch(CLOUD_JWKS, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    readKeySet(await response.text());
    return [];
  } catch (error) {
    return [{ about: 'CLOUD_JWKS', problem: `no set of public keys is read there: ${reasonOf(error)}` }];
  }
}

/** The code of a failed connection says more than `fetch failed`. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? codeOf(error.cause) || error.message : 'unknown reason';
}
