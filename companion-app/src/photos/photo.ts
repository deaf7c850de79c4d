/** A picture that the photo picker can hand to the page. */
export type AlbumPhoto = {
  key: string;
  /** What a screen reader says. */
  label: string;
  /** Address of the small picture. */
  preview: string;
  file(): Promise<File>;
};

/** One photo of the bridge's `choosePhotos` answer. */
export type ChosenPhoto = { name: string; type: string; base64: string };

export async function readPhoto(file: File): Promise<ChosenPhoto> {
  return { name: file.name, type: file.type, base64: toBase64(new Uint8Array(await file.arrayBuffer())) };
}

/** In slices: `String.fromCharCode` takes each byte as an argument, and engines limit their number. */
export function toBase64(bytes: Uint8Array): string {
  const SLICE = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + SLICE));
  }
  return btoa(binary);
}
