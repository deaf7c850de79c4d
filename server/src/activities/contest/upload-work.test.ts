import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { authorizationOf, pathOf, signed } from '../../testing/client.ts';
import { shownAt, type UploadParts, uploadAs } from '../../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { noisePicture, portraitPhoto, redOverBlue, smallPicture } from '../../testing/photos.ts';
import { contestClock, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await startTestServer(contestClock);
  household = await addHousehold(server.queries);
});
afterAll(() => server.close());

const upload = (content: Buffer, options?: Parameters<typeof uploadAs>[3]) =>
  uploadAs(household, server.url, content, options);
const addressIn = (answer: { data: unknown }) => String((answer.data as { imgUrl: unknown }).imgUrl); // the answer of this call with code 0
const stored = async (content: Buffer, options?: Parameters<typeof uploadAs>[3]) => {
  const response = await fetch(shownAt(server.url, addressIn(await upload(content, options))));
  return { response, content: Buffer.from(await response.arrayBuffer()) };
};
/** Empty after every upload, refused or not. */
const incoming = () => readdir(join(server.folder, 'uploads', 'incoming')).catch(() => []);

describe('what is kept', () => {
  it('is a portrait photo upright, without EXIF, at most 2560 px', async () => {
    const photo = await portraitPhoto();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    expect(photo.includes('Exif')).toBe(true);
    const { content } = await stored(photo);
    const { width, height, orientation, exif } = await sharp(content).metadata();
    expect({ width, height, orientation, exif }).toEqual({
      width: 1920,
      height: 2560,
      orientation: undefined,
      exif: undefined,
    });
    const { data } = await sharp(content)
      .extract({ left: 900, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data].map((value) => Math.round(value / 255))).toEqual([1, 0, 0]);
  });

  it('is a step photo in its exact size', async () => {
    const { width, height } = await sharp((await stored(await smallPicture('jpeg', 686, 450))).content).metadata();
    expect([width, height]).toEqual([686, 450]);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('is a %s by its first bytes, whatever its name', async (format) => {
    const { response, content } = await stored(await smallPicture(format), { fileName: 'x.txt', type: 'text/plain' });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect((await sharp(content).metadata()).format).toBe('jpeg');
  });

  it('has white where the upload was transparent', async () => {
    const clear = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { data } = await sharp((await stored(clear)).content)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(250);
  });

  it('has a random name, different for the same file sent twice', async () => {
    const picture = await smallPicture();
    const answers = [
      await upload(picture, { fileName: '../../../etc/passwd' }),
      await upload(picture, { fileName: 'a\\..\\..\\b\u0000.jpg' }),
    ];
    const addresses = answers.map(addressIn);
    expect(addresses).toEqual(addresses.map(() => expect.stringMatching(/\/uploads\/[\da-f]{32}\.jpg$/)));
    expect(new Set(addresses).size).toBe(2);
  });

  it('is 48 megapixels as well as 12', async () => {
    const { width, height } = await sharp(
      (await stored(await redOverBlue(8000, 6000).jpeg({ quality: 50 }).toBuffer())).content,
    ).metadata();
    expect([width, height]).toEqual([2560, 1920]);
  }, 30_000);
});

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const animated = (format: 'webp' | 'gif') =>
  sharp(Buffer.concat([1, 2].map((shade) => Buffer.alloc(8 * 8 * 3, shade * 90))), {
    raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
  })
    .toFormat(format)
    .toBuffer();
/** A PNG with an animation chunk. */
const animatedPng = async () => {
  const png = await smallPicture('png');
  const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
};

describe('what is refused', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['0 bytes', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('hello')],
    ['an executable', () => Buffer.from('\x7fELF\x02\x01\x01' + '\0'.repeat(200), 'latin1')],
    [
      "an executable behind a JPEG's first bytes",
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('MZ'.repeat(400))]),
    ],
    ['HEIC', () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheicmif1heic'), Buffer.alloc(400)])],
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    ],
    ['GIF', () => gif],
    ['an animated GIF', () => animated('gif')],
    ['an animated WebP', () => animated('webp')],
    ['an animated PNG', animatedPng],
    ['half a JPEG', async () => (await noisePicture(400, 300)).subarray(0, 20_000)],
    [
      'a PNG whose pixels are broken',
      async () => {
        const png = await smallPicture('png', 300, 300);
        png.fill(7, 60, 200);
        return png;
      },
    ],
  ])('%s, by its kind', async (_, content) => {
    expect(await upload(await content(), { fileName: 'photo.jpg' })).toEqual({
      code: 400,
      msg: copy['server.upload.type'],
      data: null,
    });
    expect(await incoming()).toEqual([]);
  });

  it('a decompression bomb, by its pixels, before decoding', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await upload(bomb)).toEqual({ code: 413, msg: copy['server.upload.size'], data: null });
  }, 60_000);

  it.each([
    [1, 16_385],
    [16_385, 1],
  ])('a picture of %i x %i, by its longer side', async (width, height) => {
    const line = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect(await upload(line)).toEqual({ code: 413, msg: copy['server.upload.size'], data: null });
  });

  it.each([10 * 1024 * 1024 + 1, 32 * 1024 * 1024])(
    '%i bytes, with an answer that the sender can read',
    async (length) => {
      expect(await upload(Buffer.alloc(length, 1))).toEqual({ code: 413, msg: copy['server.upload.size'], data: null });
      expect(await incoming()).toEqual([]);
    },
  );
});

/** Sends the file before the fields, the specification's order. */
const fileFirst = ({ fields, file, fileName }: UploadParts) => {
  const body = new FormData();
  body.append('imgUrl', file, fileName);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
};
const changed = (change: (body: FormData, given: UploadParts) => void) => (given: UploadParts) => {
  const body = fileFirst(given);
  change(body, given);
  return body;
};

describe('the multipart body', () => {
  it('may have the file before the fields', async () => {
    expect((await upload(await smallPicture(), { parts: fileFirst })).code).toBe(0);
  });

  it.each<[string, (given: UploadParts) => FormData, number]>([
    ['no file', changed((body) => body.delete('imgUrl')), 400],
    ['a second file', changed((body, { file }) => body.append('imgUrl', file, 'b.jpg')), 400],
    [
      'a file of another name',
      changed((body, { file }) => {
        body.delete('imgUrl');
        body.append('image', file, 'b.jpg');
      }),
      400,
    ],
    ['a field twice', changed((body) => body.append('fridgeId', 'x')), 400],
    ['a field too many', changed((body) => body.append('extra', 'x')), 400],
    ['a field that was changed after signing', changed((body) => body.set('time_stamp', String(Date.now() + 1))), 400],
    [
      "somebody else's fridge",
      changed((body, { fields }) => {
        const other = signed({ ...without(fields), fridgeId: 'fridge-of-others' });
        for (const [name, value] of Object.entries(other)) body.set(name, value);
      }),
      403,
    ],
  ])('is refused with %s', async (_, parts, code) => {
    expect((await upload(await smallPicture(), { parts })).code).toBe(code);
    expect(await incoming()).toEqual([]);
  });

  it("is refused when it isn't multipart", async () => {
    const headers = {
      authorization: await authorizationOf(household.userId),
      'content-type': 'multipart/form-data; boundary=x',
    };
    const response = await fetch(`${server.url}${pathOf(contestCalls.uploadWork)}`, {
      method: 'POST',
      body: 'no parts here',
      headers,
    });
    expect(await response.json()).toMatchObject({ code: 400 });
  });

  it('uses its nonce up', async () => {
    const fields = signed({ fridgeId: household.fridgeId });
    const picture = await smallPicture();
    expect((await upload(picture, { parts: (given) => fileFirst({ ...given, fields }) })).code).toBe(0);
    expect((await upload(picture, { parts: (given) => fileFirst({ ...given, fields }) })).code).toBe(409);
  });
});

function without({
  token: _token,
  nonce: _nonce,
  time_stamp: _stamp,
  ...own
}: Record<string, string>): Record<string, string> {
  return own;
}

it('authenticates before reading the body', async () => {
  const response = await fetch(`${server.url}${pathOf(contestCalls.uploadWork)}`, {
    method: 'POST',
    body: fileFirst({ fields: {}, file: new Blob(['x']), fileName: 'x' }),
  });
  expect(await response.json()).toMatchObject({ code: 401, msg: copy['server.auth'] });
});

describe('an incomplete body', () => {
  /** Sends the head and the beginning of the body, then calls `goOn`. */
  const drip = async (
    url: string,
    goOn: (write: (text: string) => void) => NodeJS.Timeout | undefined,
  ): Promise<unknown> => {
    const authorization = await authorizationOf(household.userId);
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 9_000_000 },
      });
      sent.write(
        '--b\r\ncontent-disposition: form-data; name="imgUrl"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
      );
      const timer = goOn((text) => sent.write(text));
      sent.on('response', (response) => {
        clearInterval(timer);
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(JSON.parse(text)));
      });
      sent.on('error', (error) => {
        clearInterval(timer);
        reject(error);
      });
    });
  };

  it.each<[string, (write: (text: string) => void) => NodeJS.Timeout | undefined]>([
    ['stalls', () => undefined],
    ['drips', (write) => setInterval(() => write('x'), 50)],
  ])('that %s is aborted', async (_, goOn) => {
    const impatient = await startTestServer({
      ...contestClock,
      UPLOAD_SILENCE_LIMIT_MS: '300',
      UPLOAD_TIME_LIMIT_MS: '900',
    });
    try {
      household = await addHousehold(impatient.queries);
      expect(await drip(`${impatient.url}${pathOf(contestCalls.uploadWork)}`, goOn)).toMatchObject({
        code: 400,
        msg: copy['server.upload.slow'],
      });
      expect(await readdir(join(impatient.folder, 'uploads', 'incoming'))).toEqual([]);
    } finally {
      await impatient.close();
      household = await addHousehold(server.queries);
    }
  });
});
