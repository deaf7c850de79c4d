import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { withinTime } from '../../bounds/within-time.ts';
import { DAY_MS } from '../../program/clock.ts';
import { type Environment, publicOrigins, writtenFolders } from '../../program/environment.ts';
import { type ObjectStorage, openPictureStorage, openReleaseStorage } from '../../storage/object-storage.ts';
import { codeOf } from '../../storage/text.ts';
import { whyNotWritten } from '../../storage/writable-folder.ts';
import { isKeySetFile, readKeySet } from '../keys/key-files.ts';
import { runbook } from '../runbook.ts';
import type { Problem } from './problem.ts';

/** Of a service, and of a public origin. */
const ANSWER_LIMIT_MS = 5_000;
/** The alert comes a fortnight before; a check that fails holds up every restart. */
const CERTIFICATE_DAYS = 3;

type Found = string | null | readonly string[];

/** Folders, files, services and origins that variables name: whether they are there and do what they are for. */
export async function checkPlaces(environment: Environment): Promise<Problem[]> {
  const { LISTENERS, HOST_FILES, SETTINGS_FILE, REGISTRY_FILE, CLOUD_JWKS } = environment;
  const places: readonly (readonly [variable: string, look: Promise<Found>])[] = [
    ...writtenFolders(environment).map(({ variable, folder }) => [variable, folderProblem(folder)] as const),
    ['SETTINGS_FILE', jsonProblem(SETTINGS_FILE)],
    ['REGISTRY_FILE', jsonProblem(REGISTRY_FILE)],
    ...(LISTENERS.includes('host') ? ([['HOST_FILES', buildProblem(HOST_FILES)]] as const) : []),
    ['S3_ENDPOINT', bucketProblems(environment)],
    ['CLOUD_JWKS', keySetProblem(CLOUD_JWKS)],
    ...publicOrigins.map((variable) => [variable, originProblem(environment[variable])] as const),
  ];
  const found = await Promise.all(places.map(async ([about, look]) => ({ about, problems: await look })));
  return found.flatMap(({ about, problems }) => [problems ?? []].flat().map((problem) => ({ about, problem })));
}

/** A folder that isn't there yet is made at the start: what counts is the first one above it that is there. */
async function folderProblem(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    if (isMissing(error) && dirname(folder) !== folder) return folderProblem(dirname(folder));
    return `the folder ${folder} can't be written: ${whyNotWritten(error) ?? 'unknown reason'}`;
  }
}

/** The file may be missing: the defaults hold then. */
async function jsonProblem(path: string): Promise<string | null> {
  try {
    JSON.parse(await readFile(path, 'utf8'));
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return `${path} isn't JSON`;
    return isMissing(error) ? null : `${path} can't be read: ${whyNotWritten(error) ?? 'unknown reason'}`;
  }
}

const buildProblem = (folder: string): Promise<string | null> =>
  access(join(folder, 'index.html'), constants.R_OK).then(
    () => null,
    () => `${folder} has no index.html that can be read: name the folder of the host's build`,
  );

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** The object storage, if it is another program; a policy of its bucket may allow one prefix and refuse the other. */
async function bucketProblems(environment: Environment): Promise<readonly string[]> {
  if (environment.S3_ENDPOINT === undefined) return [];
  const problems = await storageProblems(openPictureStorage(environment), 'an object');
  if (problems.length > 0 || environment.PUBLIC_RELEASES_ORIGIN === undefined) return problems;
  return storageProblems(openReleaseStorage(environment), 'an uploaded release');
}

/** Writes, reads and deletes an object of random name and content. */
async function storageProblems(storage: ObjectStorage, object: string): Promise<readonly string[]> {
  const name = `check${randomBytes(16).toString('hex')}.jpg`;
  const content = randomBytes(64);
  const attempt = (what: string, step: Promise<unknown>): Promise<string[]> =>
    step.then(
      () => [],
      (error: unknown) => [`${object} can't be ${what} in the bucket: ${reasonOf(error)} (${runbook('store-fails')})`],
    );
  const readBack = async () => {
    const stored = await storage.read(name);
    if (stored === null || !content.equals(await buffer(stored.content))) throw new Error('It gave something else.');
  };
  const unwritten = await attempt('written', storage.write(name, content));
  if (unwritten.length > 0) return unwritten;
  return [...(await attempt('read back', readBack())), ...(await attempt('deleted', storage.remove(name)))];
}

/** Of an address; a file is read with the variables. */
async function keySetProblem(source: string | undefined): Promise<string | null> {
  if (source === undefined || isKeySetFile(source)) return null;
  try {
    const response = await fetch(source, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    readKeySet(await response.text());
    return null;
  } catch (error) {
    return `no set of public keys is read there: ${reasonOf(error)}`;
  }
}

/** The code of a failed connection says more than `fetch failed`. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? codeOf(error.cause) || error.message : 'unknown reason';

/** Its certificate, as users meet it, as far as something answers there: a site that isn't up yet has no faults. */
async function originProblem(origin: string | undefined): Promise<string | null> {
  if (!origin?.startsWith('https:')) return null;
  const socket = connectTo(new URL(origin));
  try {
    await withinTime(once(socket, 'secureConnect'), ANSWER_LIMIT_MS);
    const refusal = socket.authorized ? null : String(socket.authorizationError);
    const problem = certificateProblem({ refusal, ends: socket.getPeerCertificate().valid_to }, Date.now());
    return problem && `${problem} (${runbook('certificate-ends')})`;
  } catch {
    return null; // nothing answers there
  } finally {
    socket.destroy();
  }
}

/** Connects whatever the certificate is: nothing secret is sent. */
function connectTo({ hostname, port }: URL): TLSSocket {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = /^[\d.]+$|:/.test(host) ? '' : host;
  const socket = connect({ host, servername, port: Number(port || 443), rejectUnauthorized: false });
  return socket.on('error', () => undefined);
}

/** @param certificate.ends as of a parsed certificate: `Nov 22 10:00:00 2026 GMT` */
export function certificateProblem(
  { refusal, ends }: { refusal: string | null; ends: string },
  now: number,
): string | null {
  if (refusal !== null) return `browsers refuse its certificate: ${refusal}`;
  const end = Date.parse(ends);
  if (end - now >= CERTIFICATE_DAYS * DAY_MS) return null;
  return `its certificate ends on ${new Date(end).toISOString().slice(0, 10)}: renew it`;
}
