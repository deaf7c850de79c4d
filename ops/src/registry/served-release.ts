import * as v from 'valibot';
import { type RegistryEntry, type ReleaseFile, releaseSchema } from '@fridge/shared-contracts/host';
import { fetchAsPage, type FileKind } from './fetch-as-page.ts';
import { integrityOf } from './read-release.ts';

/** What an origin serves, looked at as a page would. */
export type ServedRelease = {
  /** Of the release that describes itself there; `null` where none does. */
  version: string | null;
  /** Files that were looked at. */
  files: number;
  /** Why pages don't get what the registry names, a sentence for each file; none where they do. */
  problems: string[];
};

/** An operator waits for all remotes together. */
const LOOK_LIMIT_MS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

const describedSchema = v.pick(releaseSchema, ['version']);

/** Looks at the files behind an entry of the registry: which release they are of, and whether they are those it names. */
export async function lookAtRelease({ entry, scripts, styles }: RegistryEntry, origin: string): Promise<ServedRelease> {
  if (!/^https?:/i.test(entry)) return { version: null, files: 0, problems: [`${entry}: it is no web address`] };
  const signal = AbortSignal.timeout(LOOK_LIMIT_MS);
  const get = (url: string, kind: FileKind) => fetchAsPage(url, { origin, kind, mostBytes: MOST_BYTES, signal });
  const base = new URL('.', entry);
  const listed: (ReleaseFile & { kind: FileKind })[] = [...scripts.map((file) => ({ ...file, kind: 'script' as const })), ...styles.map((file) => ({ ...file, kind: 'style' as const }))];
  const entryProblem = await get(entry, 'script').then(() => null, messageOf);
  // Where the entry isn't served nothing else is worth waiting for.
  if (entryProblem !== null) return { version: null, files: 1, problems: [`${entry}: ${entryProblem}`] };
  const [version, ...problems] = await Promise.all([
    get(new URL('release.json', base).href, 'description').then(versionOf, () => null),
    ...listed.map(async ({ file, integrity, kind }) => {
      const content = await get(new URL(file, base).href, kind).catch(messageOf);
      if (typeof content === 'string') return `${file}: ${content}`;
      return integrityOf(content) === integrity ? null : `${file}: it isn't the file that the registry names`;
    }),
  ]);
  return { version, files: Math.max(1, listed.length), problems: problems.filter((problem) => problem !== null) };
}

function versionOf(bytes: Buffer): string | null {
  try {
    return v.parse(describedSchema, JSON.parse(bytes.toString('utf8'))).version;
  } catch {
    return null;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
