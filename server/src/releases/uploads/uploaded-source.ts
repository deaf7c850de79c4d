import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { contentTypeOf } from '../../host-origin/serve-origin.ts';
import { type ReleaseSource, wrongTypeOf } from '../publish/release-source.ts';
import { formsOf, serveFiles, storeFiles } from '../file-store.ts';
import type { Services } from '../../program/services.ts';
import { parseJson } from '../../storage/text.ts';

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
  const sent: ReadonlyMap<string, Buffer> = new Map([...files, ['release.json', description]]);
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
    async keep({ name, version }) {
      const forms = await formsOf(sent, sender);
      await storeFiles(forms, services);
      return (transaction) => serveFiles(transaction, { remote: name, version }, forms);
    },
  };
}

const addressedSchema = v.pick(releaseSchema, ['name', 'version']);

/** Where the listener `releases` serves it. A version's `+` stands as it is. */
function uploadedAddress(origin: string, description: string): string {
  const parsed = v.safeParse(addressedSchema, parseJson(description));
  return parsed.success ? `${origin}/${parsed.output.name}/${parsed.output.version}/` : `${origin}/`;
}
