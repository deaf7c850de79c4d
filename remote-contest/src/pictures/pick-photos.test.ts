// @vitest-environment happy-dom
import { createFakeHost } from '@fridge/remote-kit/testing';
import type { BridgeResult } from '@fridge/shared-contracts';
import { describe, expect, it } from 'vitest';
import { fitWithin } from './prepare-photo.ts';
import { hasPhotoPicker, pickPhotos, readPhoto } from './pick-photos.ts';

const pick = (answer: BridgeResult<'choosePhotos'>) => {
  const fake = createFakeHost();
  fake.answerBridge('choosePhotos', answer);
  return pickPhotos(fake.host, 3);
};
const refused = (code: number, errMessage: string) => pick({ ok: false, error: { code, errMessage } });

describe("the app's picker", () => {
  it('gives its photos as files', async () => {
    const picked = await pick({ ok: true, data: { photos: [{ name: '../../a.jpg', type: 'image/png', base64: btoa('one') }, { name: 'b', type: '', base64: `data:image/jpeg;base64,${btoa('two')}` }] } });
    expect(picked.ok && (await Promise.all(picked.files.map(async (file) => [file.type, await file.text()])))).toEqual([['image/png', 'one'], ['', 'two']]);
  });

  it.each([
    ['is closed', 7, 'user cancel', { ok: true, files: [] }],
    ['is closed in Chinese', 0, '用户取消', { ok: true, files: [] }],
    ['may not read the album', 403, 'denied', { ok: false, reason: 'failed' }],
    ['is silent', -1, 'TimeOut', { ok: false, reason: 'failed' }],
    ["isn't there", -2, '', { ok: false, reason: 'unsupported' }],
  ])('%s', async (_, code, message, picked) => expect(await refused(code, message)).toEqual(picked));

  it.each([[true, true, true], [true, false, false], [false, true, false]])('in the app %s, supported %s: %s', (inApp, supported, has) => {
    const fake = createFakeHost({ environment: { inApp } });
    fake.control.supports = () => supported;
    expect(hasPhotoPicker(fake.host)).toBe(has);
  });

  it('turns what it can’t read into an empty file', () => expect(readPhoto({ type: 'image/jpeg', base64: '***' }).size).toBe(0));
});

describe('the size of a picture', () => {
  it.each([
    [[4000, 3000], [2560, 1920]],
    [[3000, 4000], [1920, 2560]],
    [[8000, 6000], [2560, 1920]],
    [[800, 600], [800, 600]],
    [[2561, 1], [2560, 1]],
    [[1, 9000], [1, 2560]],
  ] as const)('%j becomes %j', ([width, height], [fitWidth, fitHeight]) => expect(fitWithin({ width, height }, 2560)).toEqual({ width: fitWidth, height: fitHeight }));
});
