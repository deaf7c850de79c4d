import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import type { SentFile } from '../../commands/actor.ts';
import { contentTypeOf } from '../../host-origin/serve-origin.ts';
import { type FileKind, type ReleaseSource, wrongTypeOf } from './release-source.ts';
import { formsOf, serveFiles, storeFiles } from '../file-store.ts';
import type { Services } from '../../program/services.ts';
import { parseJson } from '../../storage/text.ts';

type Uploading = Pick<Services, 'queries' | 'releaseStorage' | 'clock'>;
type Upload = { address: string; description: Buffer; files: readonly SentFile[]; sender: string };

/**
 * A release whose files came with the request.
 * @param upload.address where the listener `releases` serves it
 * @param upload.description `release.json`, byte for byte
 * @param upload.sender its team
 */
export function uploadedSource({ address, description, files, sender }: Upload, services: Uploading): ReleaseSource {
  const sent: ReadonlyMap<string, Buffer> = new Map([...files, ['release.json', description]]);
  return {
    baseUrl: address,
    sender,
    isUploaded: true,
    description,
    sent: files.map(([file]) => file),
    read: async (file, kind) => readSent(sent, file, kind),
    ...keeping(sent, sender, services),
  };
}

/** A release that is served elsewhere, whose source maps came with the request. */
export const withMaps = (source: ReleaseSource, maps: readonly SentFile[], services: Uploading): ReleaseSource => ({
  ...source,
  sent: maps.map(([file]) => file),
  read: async (file, kind, mostBytes) =>
    kind === 'map' ? readSent(new Map(maps), file, kind) : source.read(file, kind, mostBytes),
  ...(maps.length > 0 && keeping(new Map(maps), source.sender ?? '', services)),
});

function readSent(sent: ReadonlyMap<string, Buffer>, file: string, kind: FileKind): Buffer {
  const content = sent.get(file);
  if (content === undefined) throw new Error("it isn't in the request");
  const wrongType = wrongTypeOf(contentTypeOf(file), kind);
  if (wrongType !== null) throw new Error(wrongType);
  return content;
}

const keeping = (
  sent: ReadonlyMap<string, Buffer>,
  sender: string,
  services: Uploading,
): Required<Pick<ReleaseSource, 'kept' | 'keep'>> => ({
  kept: new Map([...sent].map(([file, { length }]) => [file, length])),
  async keep({ name, version }) {
    const forms = await formsOf(sent, sender);
    await storeFiles(forms, services);
    return (transaction) => serveFiles(transaction, { remote: name, version }, forms);
  },
});

const addressedSchema = v.pick(releaseSchema, ['name', 'version']);

/** Where the listener `releases` serves an upload. A version's `+` stands as it is. @param origin its public one */
export function uploadedAddress(origin: string, description: string): string {
  const parsed = v.safeParse(addressedSchema, parseJson(description));
  return parsed.success ? `${origin}/${parsed.output.name}/${parsed.output.version}/` : `${origin}/`;
}
