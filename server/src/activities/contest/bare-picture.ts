type BarePicture = { format: 'jpeg' | 'png' | 'webp'; content: Buffer };

/** Cameras write far smaller colour profiles and EXIF. */
const MAX_METADATA_BYTES = 1024 * 1024;

/** A decoder processes the whole picture per scan; encoders write about ten. */
const MAX_SCANS = 32;

/** Chunks or segments per file. */
const MAX_PARTS = 20_000;

/** `head`: the first bytes as latin1. */
const kinds = [
  { format: 'png', begins: (head: string) => head.startsWith('\x89PNG\r\n\x1a\n'), bare: barePng },
  { format: 'jpeg', begins: (head: string) => head.startsWith('\xff\xd8\xff'), bare: bareJpeg },
  { format: 'webp', begins: (head: string) => head.startsWith('RIFF') && head.endsWith('WEBP'), bare: bareWebp },
] as const;
const PNG_HEAD_BYTES = 8;
const JPEG_HEAD_BYTES = 2;
const WEBP_HEAD_BYTES = 12;

const PNG_NEEDED: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);
const PNG_METADATA: ReadonlySet<string> = new Set(['iCCP', 'eXIf']);
const PNG_ANIMATION: ReadonlySet<string> = new Set(['acTL', 'fcTL', 'fdAT']);

const JPEG_SCAN = 0xda;
const JPEG_END = 0xd9;

const WEBP_NEEDED: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const WEBP_METADATA: ReadonlySet<string> = new Set(['ICCP', 'EXIF']);
const WEBP_ANIMATION: ReadonlySet<string> = new Set(['ANIM', 'ANMF']);

/**
 * Removes texts, comments, previews and other data before a decoder reads the file; keeps the first colour profile and
 * EXIF (orientation). Decodes nothing.
 * @param content the whole file; compacted in place
 * @returns `null` unless it is one still JPEG, PNG or WebP image
 */
export function barePicture(content: Buffer): BarePicture | null {
  const head = content.toString('latin1', 0, WEBP_HEAD_BYTES);
  const kind = kinds.find(({ begins }) => begins(head));
  const bare = kind?.bare(content) ?? null;
  return kind === undefined || bare === null ? null : { format: kind.format, content: bare };
}

/** Moves the kept parts to the front of the buffer. */
class Keeper {
  readonly content: Buffer;
  end: number;
  readonly #names = new Set<string>();
  #metadataBytes = 0;

  constructor(content: Buffer, head: number) {
    this.content = content;
    this.end = head;
  }

  keep(from: number, to: number): void {
    if (from !== this.end) this.content.copyWithin(this.end, from, to);
    this.end += Math.min(to, this.content.length) - from;
  }

  keepMetadata(from: number, to: number): void {
    if (this.#metadataBytes + to - from > MAX_METADATA_BYTES) return;
    this.#metadataBytes += to - from;
    this.keep(from, to);
  }

  keepFirst(name: string, from: number, to: number): void {
    if (!this.#names.has(name)) this.keepMetadata(from, to);
    this.#names.add(name);
  }

  get bare(): Buffer {
    return this.content.subarray(0, this.end);
  }
}

/** Chunk: 4 bytes length, 4 type, content, 4 checksum. */
function barePng(content: Buffer): Buffer | null {
  const keeper = new Keeper(content, PNG_HEAD_BYTES);
  let at = PNG_HEAD_BYTES;
  for (let parts = 0; at + 8 <= content.length; parts += 1) {
    const type = content.toString('latin1', at + 4, at + 8);
    const next = at + 12 + content.readUInt32BE(at);
    if (PNG_ANIMATION.has(type) || parts === MAX_PARTS) return null;
    if (PNG_NEEDED.has(type)) keeper.keep(at, next);
    else if (PNG_METADATA.has(type)) keeper.keepFirst(type, at, next);
    at = next;
  }
  return keeper.bare;
}

/** Segment: 0xff, marker, 2 bytes length, content. Scan data lasts until the next marker. */
function bareJpeg(content: Buffer): Buffer | null {
  const keeper = new Keeper(content, JPEG_HEAD_BYTES);
  let scans = 0;
  let at = JPEG_HEAD_BYTES;
  for (let parts = 0; at + 4 <= content.length; parts += 1) {
    if (parts === MAX_PARTS) return null;
    at = content.indexOf(0xff, at);
    if (at < 0) break;
    while (content[at + 1] === 0xff) at += 1;
    const marker = content[at + 1] ?? JPEG_END;
    if (marker === JPEG_END) break;
    const alone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const next = at + 2 + (alone || at + 4 > content.length ? 0 : content.readUInt16BE(at + 2));
    const begins = (text: string) => content.toString('latin1', at + 4, at + 4 + text.length) === text;
    if (marker === JPEG_SCAN) {
      scans += 1;
      if (scans > MAX_SCANS) return null;
      const end = endOfScan(content, next);
      keeper.keep(at, end);
      at = end;
      continue;
    }
    if ((marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xdb && marker <= 0xdf)) keeper.keep(at, next);
    else if (marker === 0xe0 || marker === 0xee) keeper.keepFirst(String(marker), at, next);
    else if (marker === 0xe1 && begins('Exif\0')) keeper.keepFirst('Exif', at, next);
    else if (marker === 0xe2 && begins('ICC_PROFILE\0')) keeper.keepMetadata(at, next);
    at = next;
  }
  // Without an end marker the file is truncated; the decoder reports it.
  if (content[at] === 0xff && content[at + 1] === JPEG_END) keeper.keep(at, at + 2);
  return keeper.bare;
}

function endOfScan(content: Buffer, from: number): number {
  for (let at = from; at + 1 < content.length; at += 1) {
    if (content[at] !== 0xff) continue;
    const next = content[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return content.length;
}

/** Chunk: 4 bytes type, 4 length, content padded to even length. */
function bareWebp(content: Buffer): Buffer | null {
  const keeper = new Keeper(content, WEBP_HEAD_BYTES);
  const file = content.subarray(0, 8 + content.readUInt32LE(4));
  let at = WEBP_HEAD_BYTES;
  for (let parts = 0; at + 8 <= file.length; parts += 1) {
    const type = content.toString('latin1', at, at + 4);
    const bytes = content.readUInt32LE(at + 4);
    const next = at + 8 + bytes + (bytes % 2);
    if (WEBP_ANIMATION.has(type) || parts === MAX_PARTS) return null;
    if (WEBP_NEEDED.has(type)) keeper.keep(at, next);
    else if (WEBP_METADATA.has(type)) keeper.keepFirst(type, at, next);
    at = next;
  }
  content.writeUInt32LE(keeper.end - 8, 4);
  return keeper.bare;
}
