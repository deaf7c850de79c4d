import { createHash } from 'node:crypto';
import { contractText } from '@fridge/shared-contracts';
import {
  compatibility,
  type RegistryEntry,
  type Release,
  type ReleaseFile,
  releaseSchema,
} from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { messageOf, parseJson } from '../text.ts';
import { DESCRIPTION_BYTES, fetchAsPage, type FileKind, type ReleaseSource } from './release-source.ts';
import { syntaxProblem } from './syntax-problem.ts';

/** Far above any release's; bytes are uncompressed. */
const MOST = { files: 300, bytes: 32 * 1024 * 1024 } as const;

/** Browsers' limit of requests per origin. */
const FILES_AT_ONCE = 6;

export class ReleaseRefusedError extends Error {
  override name = 'ReleaseRefusedError';
  /** The origin that the remote is published from, if that is the reason. */
  readonly elsewhere: string | null;

  constructor(source: string, reason: string, elsewhere: string | null = null) {
    super(`The release at ${source} was not published: ${reason}`);
    this.elsewhere = elsewhere;
  }
}

type ReadRelease = { release: Release; files: number; bytes: number };

type ListedFiles = Pick<Release, 'scripts' | 'styles' | 'picture'>;

function filesOf({ scripts, styles, picture }: ListedFiles): (ReleaseFile & { kind: FileKind })[] {
  return [
    ...scripts.map((file) => ({ ...file, kind: 'script' as const })),
    ...styles.map((file) => ({ ...file, kind: 'style' as const })),
    ...(picture ? [{ ...picture, kind: 'picture' as const }] : []),
  ];
}

/**
 * Checks the description, the contract, every file as a page gets it and its hash, and the syntax of scripts.
 * @throws ReleaseRefusedError with every problem of the files
 */
export async function readRelease(source: ReleaseSource): Promise<ReadRelease> {
  const refuse = (reason: string) => new ReleaseRefusedError(source.baseUrl, reason);
  const release = await readDescription(source);
  const { entry, scripts } = release;
  const files = filesOf(release);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > MOST.files || bytes > MOST.bytes) {
    const most = `at most ${MOST.files} of ${MOST.bytes}`;
    throw refuse(`it lists ${files.length} files of ${bytes} bytes, and a release has ${most}.`);
  }
  if (!scripts.some(({ file }) => file === entry)) throw refuse(`its entry ${entry} isn't among its scripts.`);
  if (entry.includes('/'))
    throw refuse(`its entry ${entry} lies in a folder, and pages look for the other files beside it.`);

  const waiting = files.values();
  const problems: (string | null)[] = [];
  const readNext = async () => {
    for (const file of waiting) problems.push(await problemOf(source, file));
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, readNext));
  if (!problems.some((problem) => problem !== null)) problems.push(await retryProblem(source, release));
  const found = problems.filter((problem) => problem !== null).toSorted();
  if (found.length > 0) throw refuse(found.join('\n  '));
  return { release, files: files.length, bytes };
}

async function readDescription(source: ReleaseSource): Promise<Release> {
  const refuse = (reason: string) => new ReleaseRefusedError(source.baseUrl, reason);
  const bytes = await source.read('release.json', 'description', DESCRIPTION_BYTES).catch((error: unknown) => {
    throw refuse(`release.json can't be read (${whyUnreadable(error)}). Build the remote first, and upload all of it.`);
  });
  const parsed = v.safeParse(releaseSchema, parseJson(bytes.toString('utf8')));
  if (!parsed.success) {
    const issues = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'release.json'}: ${issue.message}`);
    throw refuse(`its release.json doesn't fit the schema.\n  ${issues.join('\n  ')}`);
  }
  const { contract } = parsed.output;
  const fit = compatibility(contract);
  // One for a later contract waits for the host that speaks it.
  if (fit === 'fits' || fit === 'tooNew') return parsed.output;
  const todo = 'Build it against the shared-contracts of today.';
  throw refuse(`it is built for contract ${contract}, and this host speaks ${contractText}. ${todo}`);
}

async function problemOf(
  source: ReleaseSource,
  { file, integrity, bytes, kind }: ReleaseFile & { kind: FileKind },
): Promise<string | null> {
  const content = await source.read(file, kind, bytes).catch(whyUnreadable);
  if (typeof content === 'string') {
    return `${file} is missing or can't be used: ${content}. Upload every file before release.json.`;
  }
  if (content.length !== bytes || integrityOf(content) !== integrity) {
    return `${file} isn't what release.json describes. Build and upload the release as a whole.`;
  }
  return kind === 'script' && source.isLocal !== true ? syntaxProblem(file, content) : null;
}

async function retryProblem(source: ReleaseSource, { entry, scripts }: Release): Promise<string | null> {
  const described = scripts.find(({ file }) => file === entry);
  const content = await source.readRetried?.(entry, 'script', described?.bytes ?? 0).catch(whyUnreadable);
  if (content === undefined || (typeof content !== 'string' && integrityOf(content) === described?.integrity))
    return null;
  const reason = typeof content === 'string' ? content : 'it is another file there';
  return `${entry} can't be retried below /~1/: ${reason}. Serve every file below /~<number>/ as well, see docs/contract.md.`;
}

export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** The system's message names a local path. */
const whyUnreadable = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'it is not there' : messageOf(error);

export type ServedRelease = {
  version: string | null;
  files: number;
  problems: string[];
};

/** For all remotes together. */
const LIMIT_MS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

const describedSchema = v.pick(releaseSchema, ['version']);

/** Checks the release and hashes of an entry's files as a page gets them. */
export async function checkServedRelease(registered: RegistryEntry, origin: string): Promise<ServedRelease> {
  const { entry } = registered;
  const failed = (files: number, problem: string) => ({ version: null, files, problems: [`${entry}: ${problem}`] });
  if (!/^https?:/i.test(entry)) return failed(0, 'it is no web address');
  const signal = AbortSignal.timeout(LIMIT_MS);
  const get = (file: string, kind: FileKind) =>
    fetchAsPage(new URL(file, entry).href, { origin, kind, mostBytes: MOST_BYTES, signal }).catch(messageOf);
  const entryContent = await get(entry, 'script');
  if (typeof entryContent === 'string') return failed(1, entryContent);
  const listed = filesOf(registered);
  const [description, ...problems] = await Promise.all([
    get('release.json', 'description'),
    ...listed.map(async ({ file, integrity, kind }) => {
      const content = await get(file, kind);
      if (typeof content === 'string') return `${file}: ${content}`;
      return integrityOf(content) === integrity ? null : `${file}: it isn't the file that the registry names`;
    }),
  ]);
  const described = v.safeParse(describedSchema, parseJson(description.toString()));
  return {
    version: described.success ? described.output.version : null,
    files: Math.max(1, listed.length),
    problems: problems.filter((problem) => problem !== null),
  };
}
