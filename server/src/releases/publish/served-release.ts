import type { RegistryEntry } from '@fridge/shared-contracts/page';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { messageOf, parseJson } from '../../storage/text.ts';
import { filesOf, integrityOfSent } from './release-files.ts';
import { releaseLimits } from './read-release.ts';
import { DESCRIPTION_BYTES, fetchAsPage, type FileKind } from './release-source.ts';

export type ServedRelease = {
  version: string | null;
  files: number;
  problems: string[];
};

/** For all remotes together. */
const LIMIT_MS = 10_000;

const describedSchema = v.pick(releaseSchema, ['version']);

/** Checks the release and hashes of an entry's files as a page gets them. */
export async function checkServedRelease(registered: RegistryEntry, origin: string): Promise<ServedRelease> {
  const { entry } = registered;
  const failed = (files: number, problem: string) => ({ version: null, files, problems: [`${entry}: ${problem}`] });
  if (!/^https?:/i.test(entry)) return failed(0, 'it is no web address');
  const signal = AbortSignal.timeout(LIMIT_MS);
  const get = (file: string, kind: FileKind, mostBytes: number) =>
    fetchAsPage(new URL(file, entry).href, { origin, kind, mostBytes, signal }).catch(messageOf);
  const entryContent = await get(entry, 'script', releaseLimits.bytes);
  if (typeof entryContent === 'string') return failed(1, entryContent);
  const listed = filesOf(registered);
  const [description, ...problems] = await Promise.all([
    get('release.json', 'description', DESCRIPTION_BYTES),
    ...listed.map(async ({ file, integrity, kind, bytes }) => {
      const content = await get(file, kind, bytes);
      if (typeof content === 'string') return `${file}: ${content}`;
      return (await integrityOfSent(content)) === integrity
        ? null
        : `${file}: it isn't the file that the registry names`;
    }),
  ]);
  const described = v.safeParse(describedSchema, parseJson(description.toString()));
  return {
    version: described.success ? described.output.version : null,
    files: Math.max(1, listed.length),
    problems: problems.filter((problem) => problem !== null),
  };
}
