import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { contractText } from '@fridge/shared-contracts';
import { compatibility, type Release, type ReleaseFile, releaseSchema } from '@fridge/shared-contracts/host';
import { parseJson } from '../parse-json.ts';
import type { FileKind } from './fetch-as-page.ts';
import { ReleaseRefusedError } from './release-refused.ts';
import type { ReleaseSource } from './release-source.ts';
import { syntaxProblem } from './syntax-problem.ts';

/** No team has come near: a release's description, its files, and what they weigh unpacked. */
export const DESCRIPTION_BYTES = 256 * 1024;
const MOST = { files: 300, bytes: 32 * 1024 * 1024 } as const;

/** A browser asks an origin for so many files at a time. */
const FILES_AT_ONCE = 6;

export type ReadRelease = { release: Release; files: number; bytes: number };

/**
 * Reads a release whole: its description fits the schema, the host speaks its contract, and every file is there, served
 * so that a page takes it, with the hash it claims, and every script is a module without a syntax error.
 * @throws ReleaseRefusedError with every file that isn't
 */
export async function readRelease(source: ReleaseSource): Promise<ReadRelease> {
  const release = await readDescription(source);
  const files = [...release.scripts.map((file) => ({ ...file, kind: 'script' as const })), ...release.styles.map((file) => ({ ...file, kind: 'style' as const }))];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > MOST.files || bytes > MOST.bytes) throw new ReleaseRefusedError(source.baseUrl, `it lists ${files.length} files of ${bytes} bytes, and a release has at most ${MOST.files} of ${MOST.bytes}.`);
  if (!release.scripts.some(({ file }) => file === release.entry)) throw new ReleaseRefusedError(source.baseUrl, `its entry ${release.entry} isn't among its scripts.`);
  if (release.entry.includes('/')) throw new ReleaseRefusedError(source.baseUrl, `its entry ${release.entry} lies in a folder, and pages look for the other files beside it.`);

  const waiting = files.values();
  const problems: string[] = [];
  const readOnward = async () => {
    for (const file of waiting) {
      const problem = await problemOf(source, file);
      if (problem !== null) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, readOnward));
  const retry = problems.length > 0 ? null : await retryProblem(source, release);
  if (retry !== null) problems.push(retry);
  if (problems.length > 0) throw new ReleaseRefusedError(source.baseUrl, problems.toSorted().join('\n  '));
  return { release, files: files.length, bytes };
}

async function readDescription(source: ReleaseSource): Promise<Release> {
  const bytes = await source.read('release.json', 'description', DESCRIPTION_BYTES).catch((error: unknown) => {
    throw new ReleaseRefusedError(source.baseUrl, `release.json can't be read (${messageOf(error)}). Build the remote first, and upload all of it.`);
  });
  const parsed = v.safeParse(releaseSchema, parseJson(bytes.toString('utf8')));
  if (!parsed.success) {
    const issues = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'release.json'}: ${issue.message}`);
    throw new ReleaseRefusedError(source.baseUrl, `its release.json doesn't fit the schema.\n  ${issues.join('\n  ')}`);
  }
  const release = parsed.output;
  const fit = compatibility(release.contract);
  if (fit === 'fits') return release;
  const todo = fit === 'tooNew' ? 'Publish a host that does first.' : 'Build it against the shared-contracts of today.';
  throw new ReleaseRefusedError(source.baseUrl, `it is built for contract ${release.contract}, and this host speaks ${contractText}. ${todo}`);
}

async function problemOf(source: ReleaseSource, { file, integrity, bytes, kind }: ReleaseFile & { kind: FileKind }): Promise<string | null> {
  const content = await source.read(file, kind, bytes).catch((error: unknown) => messageOf(error));
  if (typeof content === 'string') return `${file} is missing or can't be used: ${content}. Upload every file before release.json.`;
  if (content.length !== bytes || integrityOf(content) !== integrity) return `${file} isn't what release.json describes. Build and upload the release as a whole.`;
  return kind === 'script' ? syntaxProblem(file, content.toString('utf8')) : null;
}

async function retryProblem(source: ReleaseSource, { entry, scripts }: Release): Promise<string | null> {
  const described = scripts.find(({ file }) => file === entry);
  const content = await source.readRetried?.(entry, 'script', described?.bytes ?? 0).catch((error: unknown) => messageOf(error));
  if (content === undefined) return null;
  const why = typeof content === 'string' ? content : integrityOf(content) === described?.integrity ? null : 'it is another file there';
  return why === null ? null : `${entry} can't be retried below /~1/: ${why}. Serve every file below /~<number>/ as well, see docs/contract.md.`;
}

export const integrityOf = (content: Buffer): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** A file that a disk lacks says so in the system's words, with a path of ours. */
function messageOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'it is not there';
  return error instanceof Error ? error.message : String(error);
}
