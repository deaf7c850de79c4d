import * as v from 'valibot';
import type { ContentEncoding } from '../host-origin/content.ts';

/** A file of an uploaded release; its objects are named by `objectOf`. `encodings`: its compressed forms. */
const storedFileSchema = v.object({
  file: v.string(),
  key: v.string(),
  bytes: v.number(),
  integrity: v.string(),
  encodings: v.array(v.picklist(['br', 'gzip'])),
});
export type StoredFile = v.InferOutput<typeof storedFileSchema>;

/** Of a row in `uploaded_releases`. */
export const storedFilesSchema = v.array(storedFileSchema);

const endings = { br: 'br', gzip: 'gz' } as const;

/** Name in the object store. */
export const objectOf = ({ key }: Pick<StoredFile, 'key'>, encoding: ContentEncoding | null): string =>
  `${key}.${encoding === null ? 'file' : endings[encoding]}`;

export const objectsOf = (files: readonly StoredFile[]): string[] =>
  files.flatMap((file) => [null, ...file.encodings].map((encoding) => objectOf(file, encoding)));
