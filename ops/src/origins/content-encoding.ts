import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export type ContentEncoding = 'br' | 'gzip';

/** Below this many bytes a compressed answer is hardly smaller. */
export const COMPRESS_FROM_BYTES = 512;

/** The best encoding that an `Accept-Encoding` header allows; `null`: as it is. A weight of 0 refuses an encoding. */
export function acceptedEncoding(header: string | undefined): ContentEncoding | null {
  const refused = new Set<string>();
  const named = new Set<string>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    (parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter)) ? refused : named).add(name);
  }
  const allowed = (name: ContentEncoding) => named.has(name) || (named.has('*') && !refused.has(name));
  return allowed('br') ? 'br' : allowed('gzip') ? 'gzip' : null;
}

/** @param effort `quick` for what is compressed on each request, `thorough` for what is kept */
export function compress(bytes: Buffer | string, encoding: ContentEncoding, effort: 'quick' | 'thorough'): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(bytes, { level: effort === 'quick' ? 6 : 9 });
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort === 'quick' ? 5 : 11 } });
}
