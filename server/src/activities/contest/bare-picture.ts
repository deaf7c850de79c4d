/** A picture file of one kind, reduced to what a decoder needs. */
export type BarePicture = { format: 'jpeg' | 'png' | 'webp'; content: Buffer };

/** Pictures turned upright and told their colours by these; a camera's are far smaller. */
const MOST_METADATA_BYTES = 1024 * 1024;

/** Each scan of a progressive JPEG goes over the whole picture again; encoders make about ten. */
const MOST_SCANS = 32;

/** Chunks or segments of one file; what has more is made to be tedious. */
const MOST_PARTS = 20_000;

/** By how each kind begins, a character per byte. */
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
/** A PNG is animated when it has any of these. */
const PNG_ANIMATION: ReadonlySet<string> = new Set(['acTL', 'fcTL', 'fdAT']);

const JPEG_SCAN = 0xda;
const JPEG_END = 0xd9;

const WEBP_NEEDED: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const WEBP_METADATA: ReadonlySet<string> = new Set(['ICCP', 'EXIF']);
const WEBP_ANIMATION: ReadonlySet<string> = new Set(['ANIM', 'ANMF']);

/**
 * Leaves texts, comments, previews and whatever else a file may carry out of it, before a decoder unpacks them: of all
 * metadata the first colour profile and the first EXIF stay, which says how the picture was held. Nothing is decoded;
 * a file that is broken in another way is the decoder's to refuse.
 * @param content the whole file; what stays is moved together in it
 * @returns `null` for what isn't one still JPEG, PNG or WebP image by its own structure
 */
export function barePicture(content: Buffer): BarePicture | null {
  const head = content.toString('latin1', 0, WEBP_HEAD_BYTES);
  const kind = kinds.find(({ begins }) => begins(head));
  const bare = kind?.bare(content) ?? null;
  return kind === undefined || bare === null ? null : { format: kind.format, content: bare };
}

/** Moves the parts that stay to the front of the same memory. */
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
    if (this.#metadataBytes + to - from > MOST_METADATA_BYTES) return;
    this.#metadataBytes += to - from;
    this.keep(from, to);
  }

  /** Metadata of which the first counts. */
  keepFirst(name: string, from: number, to: number): void {
    if (!this.#names.has(name)) this.keepMetadata(from, to);
    this.#names.add(name);
  }

  get bare(): Buffer {
    return this.content.subarray(0, this.end);
  }
}

/** Chunks: 4 bytes of length, 4 of type, content, 4 of checksum. */
function barePng(content: Buffer): Buffer | null {
  const keeper = new Keeper(content, PNG_HEAD_BYTES);
  let at = PNG_HEAD_BYTES;
  for (let parts = 0; at + 8 <= content.length; parts += 1) {
    const type = content.toString('latin1', at + 4, at + 8);
    const next = at + 12 + content.readUInt32BE(at);
    if (PNG_ANIMATION.has(type) || parts === MOST_PARTS) return null;
    if (PNG_NEEDED.has(type)) keeper.keep(at, next);
    else if (PNG_METADATA.has(type)) keeper.keepFirst(type, at, next);
    at = next;
  }
  return keeper.bare;
}

/** Segments: 0xff, a marker, 2 bytes of length and content; a scan's data follows its head and ends at the next marker. */
function bareJpeg(content: Buffer): Buffer | null {
  const keeper = new Keeper(content, JPEG_HEAD_BYTES);
  let scans = 0;
  let at = JPEG_HEAD_BYTES;
  for (let parts = 0; at + 4 <= content.length; parts += 1) {
    if (parts === MOST_PARTS) return null;
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
      if (scans > MOST_SCANS) return null;
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
  // What ends without its end was cut off: the decoder tells.
  if (content[at] === 0xff && content[at + 1] === JPEG_END) keeper.keep(at, at + 2);
  return keeper.bare;
}

/** @returns where the next marker stands, restarts and stuffed bytes apart */
function endOfScan(content: Buffer, from: number): number {
  for (let at = from; at + 1 < content.length; at += 1) {
    if (content[at] !== 0xff) continue;
    const next = content[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return content.length;
}

/** Chunks: 4 bytes of type, 4 of length, content, padded to an even length. */
function bareWebp(content: Buffer): Buffer | null {
  const keeper = new Keeper(content, WEBP_HEAD_BYTES);
  const file = content.subarray(0, 8 + content.readUInt32LE(4));
  let at = WEBP_HEAD_BYTES;
  for (let parts = 0; at + 8 <= file.length; parts += 1) {
    const type = content.toString('latin1', at, at + 4);
    const bytes = content.readUInt32LE(at + 4);
    const next = at + 8 + bytes + (bytes % 2);
    if (WEBP_ANIMATION.has(type) || parts === MOST_PARTS) return null;
    if (WEBP_NEEDED.has(type)) keeper.keep(at, next);
    else if (WEBP_METADATA.has(type)) keeper.keepFirst(type, at, next);
    at = next;
  }
  content.writeUInt32LE(keeper.end - 8, 4);
  return keeper.bare;
}
