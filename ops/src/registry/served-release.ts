import { type RegistryEntry, releaseSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { messageOf } from '../message-of.ts';
import { parseJson } from '../parse-json.ts';
import { fetchAsPage, type FileKind } from './fetch-as-page.ts';
import { filesOf, integrityOf } from './read-release.ts';

export type ServedRelease = {
  /** From its description. */
  version: string | null;
  files: number;
  /** One sentence per file. */
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
    fetchAsPage(new URL(file, entry).href, { origin, kind, mostBytes: MOST_BYTES, signal });
  const entryProblem = await get(entry, 'script').then(() => null, messageOf);
  if (entryProblem !== null) return failed(1, entryProblem);
  const listed = filesOf(registered);
  const [version, ...problems] = await Promise.all([
    get('release.json', 'description').then(versionOf, () => null),
    ...listed.map(async ({ file, integrity, kind }) => {
      const content = await get(file, kind).catch(messageOf);
      if (typeof content === 'string') return `${file}: ${content}`;
      return integrityOf(content) === integrity ? null : `${file}: it isn't the file that the registry names`;
    }),
  ]);
  return { version, files: Math.max(1, listed.length), problems: problems.filter((problem) => problem !== null) };
}

function versionOf(bytes: Buffer): string | null {
  const described = v.safeParse(describedSchema, parseJson(bytes.toString('utf8')));
  return described.success ? described.output.version : null;
}
