import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTypeOf, isCompressible } from './content-type.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export type StaticFile = {
  contentType: string;
  etag: string;
  /** The name carries a hash of the content, so it may be kept for ever. */
  immutable: boolean;
  body(acceptEncoding: string): Promise<{ bytes: Buffer; encoding: 'br' | 'gzip' | null }>;
};

type Cached = { file: StaticFile; changedAt: number; size: number };

const HASHED_NAME = /-[\w-]{8}\.\w+$/;

/**
 * Reads the files of one folder and nothing outside it; keeps each with its compressed forms in memory until it
 * changes on disk.
 */
export function createStaticFiles(folder: string): { read(urlPath: string): Promise<StaticFile | null> } {
  const cache = new Map<string, Cached>();
  return {
    async read(urlPath) {
      const path = safePath(folder, urlPath);
      if (path === null) return null;
      const info = await stat(path).catch(() => null);
      if (!info?.isFile()) return null;
      const cached = cache.get(path);
      if (cached && cached.changedAt === info.mtimeMs && cached.size === info.size) return cached.file;
      const file = describeFile(path, await readFile(path));
      cache.set(path, { file, changedAt: info.mtimeMs, size: info.size });
      return file;
    },
  };
}

function describeFile(path: string, bytes: Buffer): StaticFile {
  const contentType = contentTypeOf(path);
  let smallest: Promise<Buffer> | null = null;
  let gzipped: Promise<Buffer> | null = null;
  return {
    contentType,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 24)}"`,
    immutable: HASHED_NAME.test(path),
    async body(acceptEncoding) {
      if (!isCompressible(contentType) || bytes.length < 512) return { bytes, encoding: null };
      if (/\bbr\b/.test(acceptEncoding)) {
        smallest ??= brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
        return { bytes: await smallest, encoding: 'br' };
      }
      if (/\bgzip\b/.test(acceptEncoding)) {
        gzipped ??= deflate(bytes, { level: 9 });
        return { bytes: await gzipped, encoding: 'gzip' };
      }
      return { bytes, encoding: null };
    },
  };
}

function safePath(folder: string, urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.split('/').some((part) => part.startsWith('.'))) return null;
  const path = normalize(join(folder, decoded));
  return path.startsWith(folder + sep) ? path : null;
}
