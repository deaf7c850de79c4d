import type { RegistryEntry } from '@fridge/shared-contracts/page';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { parseJson } from '../../storage/text.ts';
import { checkFiles, filesOf } from './release-files.ts';
import { DESCRIPTION_BYTES, servedSource } from './release-source.ts';

export type ServedRelease = {
  version: string | null;
  files: number;
  problems: string[];
};

/** For all files together. */
const LIMIT_MS = 10_000;

const describedSchema = v.pick(releaseSchema, ['version']);

/** Checks the release and hashes of an entry's files as a page gets them. */
export async function checkServedRelease(registered: RegistryEntry, origin: string): Promise<ServedRelease> {
  const { entry } = registered;
  const files = filesOf(registered);
  if (!/^https?:/i.test(entry)) return { version: null, files: 0, problems: [`${entry}: it is no web address`] };
  const source = servedSource(new URL('.', entry).href, origin, LIMIT_MS);
  const [description, { unreadable, changed }] = await Promise.all([
    source.read('release.json', 'description', DESCRIPTION_BYTES).catch(() => null),
    checkFiles(files, source),
  ]);
  const described = v.safeParse(describedSchema, parseJson(description?.toString() ?? null));
  const problems = [
    ...unreadable.map(({ named, reason }) => `${named}: ${reason}`),
    ...changed.map((file) => `${file}: it isn't the file that the registry names`),
  ];
  return { version: described.success ? described.output.version : null, files: files.length, problems };
}
