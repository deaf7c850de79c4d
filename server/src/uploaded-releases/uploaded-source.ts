import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { contentTypeOf } from '../host-origin/serve-origin.ts';
import { ReleaseRefused } from '../releases/release-refused.ts';
import { type KeptFiles, type ReleaseSource, wrongTypeOf } from '../publishing/release-source.ts';
import type { Services } from '../services.ts';
import { parseJson } from '../text.ts';
import { findLostObject } from './lost-object.ts';
import { type SentFiles, storeFiles } from './store-files.ts';
import { letGo } from './unused-objects.ts';
import { commitUpload, keepUploaded, readUploaded } from './uploaded-rows.ts';

/** Path in the release, and content; in the order they came, also one that came twice. */
export type SentFile = readonly [file: string, content: Buffer];

type Uploading = Pick<Services, 'queries' | 'releaseStorage' | 'clock'>;

/**
 * A release whose files came with the request.
 * @param sent.release `release.json`, byte for byte
 * @param sent.sender its team
 * @param origin `PUBLIC_RELEASES_ORIGIN`, which serves it
 */
export function uploadedSource(
  { release, files, sender }: { release: string; files: readonly SentFile[]; sender: string },
  origin: string,
  services: Uploading,
): ReleaseSource {
  const description = Buffer.from(release);
  const sent: SentFiles = new Map([...files, ['release.json', description]]);
  const baseUrl = uploadedAddress(origin, release);
  return {
    baseUrl,
    sender,
    isUploaded: true,
    description,
    sent: files.map(([file]) => file),
    async read(file, kind) {
      const content = sent.get(file);
      if (content === undefined) throw new Error("it isn't in the request");
      const wrongType = wrongTypeOf(contentTypeOf(file), kind);
      if (wrongType !== null) throw new Error(wrongType);
      return content;
    },
    keep: ({ name, version }) => keepFiles({ name, version, baseUrl }, sent, { ...services, sender }),
  };
}

const addressedSchema = v.pick(releaseSchema, ['name', 'version']);

/** Where the listener `releases` serves it. A version's `+` stands as it is. */
function uploadedAddress(origin: string, description: string): string {
  const parsed = v.safeParse(addressedSchema, parseJson(description));
  return parsed.success ? `${origin}/${parsed.output.name}/${parsed.output.version}/` : `${origin}/`;
}

type Addressed = Pick<Release, 'name' | 'version'> & { baseUrl: string };

/** Stores nothing of a release whose files the store has. */
async function keepFiles(
  release: Addressed,
  sent: SentFiles,
  { queries, releaseStorage: storage, clock, sender }: Uploading & { sender: string },
): Promise<KeptFiles> {
  const present = await readUploaded(queries, release);
  const requireKept = (isKept: boolean) => {
    if (isKept) return;
    const text = 'its files were removed from the store meanwhile. Send it again.';
    const { name, version } = release;
    throw new ReleaseRefused([{ kind: 'file', text }], { about: { name, version } });
  };
  if (present?.removedAt === null && (await findLostObject(storage, present.files)) === null) {
    return {
      commit: async (transaction) => requireKept(await keepUploaded(transaction, release)),
      discard: async () => undefined,
    };
  }
  const upload = await storeFiles(sent, { queries, storage, now: clock.real(), sender });
  const stored = () => ({ upload, instead: present?.files ?? [], now: clock.real() });
  return {
    commit: async (transaction) => requireKept(await commitUpload(transaction, release, stored())),
    discard: () => letGo(queries, upload, clock.real()),
  };
}
