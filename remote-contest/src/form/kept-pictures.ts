/** Bytes instead of blobs: Safari has lost blobs that were kept in IndexedDB. */
export type KeptPicture = { bytes: ArrayBuffer; type: string };

export async function pictureToKeep(blob: Blob): Promise<KeptPicture> {
  return { bytes: await blob.arrayBuffer(), type: blob.type };
}

/** Where a picture lies: all of a draft's stand beside each other. */
export const pictureKey = (draft: string, id: string): [draft: string, id: string] => [draft, id];

/**
 * Pictures as they were kept, by id; whatever else lies there, of an earlier version or broken, is left out.
 * @param keys the `pictureKey` of each value
 */
export function readKeptPictures(keys: readonly unknown[], values: readonly unknown[]): Map<string, Blob> {
  const pictures = new Map<string, Blob>();
  keys.forEach((key, at) => {
    const id: unknown = Array.isArray(key) ? key[1] : undefined;
    const picture = values[at];
    if (typeof id === 'string' && isKeptPicture(picture)) pictures.set(id, new Blob([picture.bytes], { type: picture.type }));
  });
  return pictures;
}

function isKeptPicture(value: unknown): value is KeptPicture {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof ArrayBuffer && 'type' in value && typeof value.type === 'string';
}
