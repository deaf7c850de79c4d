import { DOWNLOAD_CODE_PATH, type RuntimeSettings } from '@fridge/shared-contracts/page';
import sharp from 'sharp';
import { renderSVG } from 'uqr';
import { contentHash, namesTag } from './content.ts';
import type { OriginHandler } from './serve-origin.ts';

/** Margin for scanners, in cells (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Of a code of version 40 and level M. */
const MOST_BYTES = 2_331;
/** Sharp at 216 CSS px with 3 device pixels each. */
const PIXELS_PER_CELL = 16;

/**
 * `DOWNLOAD_CODE_PATH`, drawn once for each address. A bitmap: WeChat reads and saves a long-pressed picture reliably
 * only as one.
 */
export function createDownloadCode(settings: { current(): Pick<RuntimeSettings, 'downloadPage'> }): OriginHandler {
  let drawn: { address: string; picture: Promise<Buffer | null> } | null = null;
  return async ({ headers }, reply, path) => {
    if (path !== DOWNLOAD_CODE_PATH) return false;
    const { downloadPage: address } = settings.current();
    if (drawn?.address !== address) drawn = { address, picture: draw(address) };
    const picture = await drawn.picture;
    if (picture === null) return false;
    const etag = `"${contentHash(address)}"`;
    reply.headers({ 'cache-control': 'public, max-age=300', etag });
    if (namesTag(headers['if-none-match'] ?? '', etag)) reply.code(304).send();
    else reply.type('image/png').send(picture);
    return true;
  };
}

/** @returns `null` for an address that is too long for a code */
async function draw(address: string): Promise<Buffer | null> {
  if (Buffer.byteLength(address) > MOST_BYTES) return null;
  const drawing = renderSVG(address, { ecc: 'M', border: QUIET_ZONE, pixelSize: PIXELS_PER_CELL });
  return sharp(Buffer.from(drawing)).png({ palette: true, colours: 2 }).toBuffer();
}
